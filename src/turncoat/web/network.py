"""Listening sockets, and the addresses by which others in the local network reach the server."""

import errno
import os
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface, ip_network
from pathlib import Path
from typing import Final

import ifaddr

from turncoat.kernel.words import N_, composed

_CANNOT_LISTEN: Final = N_("cannot listen on {host} port {port}: {why}; try another --port")
_LIKELY: Final = tuple(map(ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
"""Home networks, most likely first. Other private networks rather belong to VPNs or containers."""
_ALL: Final = ("0.0.0.0", "::")  # noqa: S104 - that is what --lan asks for
_NO_SUCH_FAMILY: Final = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


class ListenError(Exception):
    """Reason why the server cannot listen, in one line that suggests a fix."""


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises ListenError."""
    try:
        return _bound(host, port)
    except (OSError, OverflowError) as error:
        raise ListenError(composed(_CANNOT_LISTEN, host=host, port=str(port), why=str(error))) from None


def listening_to_all(port: int) -> list[socket.socket]:
    """Return a listening socket for each IP version of this machine, all on one port. Raises ListenError."""
    listeners: list[socket.socket] = []
    for host in _ALL:
        try:
            one_port = listeners[0].getsockname()[1] if listeners else port
            listeners.append(_bound(host, one_port, is_alone=False))
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", None) in _NO_SUCH_FAMILY and (listeners or host != _ALL[-1]):
                continue
            for listener in listeners:
                listener.close()
            raise ListenError(composed(_CANNOT_LISTEN, host=host, port=str(port), why=str(error))) from None
    return listeners


def _bound(host: str, port: int, *, is_alone: bool = True) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio disables Nagle's algorithm. Otherwise an update waits up to 40 ms until the
    # browser has acknowledged the previous one.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and not is_alone:  # IPv4 has a socket of its own
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def lan_addresses() -> list[str]:
    """Return the addresses by which others can reach this machine, most likely first, or else its host name."""
    found: list[IPv4Address | IPv6Address] = []
    for adapter in ifaddr.get_adapters():
        if not _is_down(adapter.name):
            found += _reachable(
                (ip.ip if isinstance(ip.ip, str) else ip.ip[0], ip.network_prefix) for ip in adapter.ips
            )
    return [str(one) for one in sorted(found, key=_unlikeliness)] or [socket.gethostname()]


def _reachable(addresses: Iterable[tuple[str, int]]) -> Sequence[IPv4Address | IPv6Address]:
    """Return an adapter's addresses that others can use, one per IPv6 network."""
    found: dict[object, IPv4Address | IPv6Address] = {}
    for text, prefix in addresses:
        address = ip_address(text)
        if address.is_loopback or (address.version == 6 and address.is_link_local):  # browsers accept no zone
            continue
        found.setdefault(address if address.version == 4 else ip_interface(f"{text}/{prefix}").network, address)
    return list(found.values())


def _unlikeliness(address: IPv4Address | IPv6Address) -> int:
    """Return a rank for the address, 0 for the one most likely used by friends at home."""
    if address.version == 6:
        return len(_LIKELY) + 2
    if address.is_link_local:
        return len(_LIKELY) + 1
    return next((rank for rank, network in enumerate(_LIKELY) if address in network), len(_LIKELY))


def _is_down(adapter: str) -> bool:
    """Return whether an adapter is known to be down. Its addresses may outlast the connection."""
    try:
        return (Path("/sys/class/net") / adapter / "operstate").read_text("ascii").strip() == "down"
    except (OSError, ValueError):
        return False


def url_of(host: str, port: int) -> str:
    """Return the URL to type into a browser."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
