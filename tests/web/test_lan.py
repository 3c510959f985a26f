"""`--lan`: the addresses that friends can use, and a server that answers there, tested in network namespaces."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.commands import ENGLISH, TURNCOAT
from turncoat.web.network import ListenError, lan_addresses, listening_to_all, url_of

ASK = "import httpx, sys; print(httpx.get(sys.argv[1] + '/healthz', timeout=30).json()['status'])"


def adapters(found: Mapping[str, Sequence[tuple[str, int]]]) -> list[SimpleNamespace]:
    """Build adapters in the form of the library."""
    return [
        SimpleNamespace(
            name=name,
            ips=[
                SimpleNamespace(ip=(text, 0, 0) if ":" in text else text, network_prefix=prefix)
                for text, prefix in addresses
            ],
        )
        for name, addresses in found.items()
    ]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ({"tun0": [("10.8.0.2", 24)], "wlan0": [("192.168.1.5", 24)]}, ["192.168.1.5", "10.8.0.2"]),
        ({"eth0": [("10.0.0.5", 24)], "tun0": [("10.8.0.2", 32)]}, ["10.0.0.5", "10.8.0.2"]),
        ({"docker0": [("172.17.0.1", 16)], "eth0": [("10.0.0.5", 8)]}, ["10.0.0.5", "172.17.0.1"]),
        ({"ts0": [("100.90.1.2", 32)], "eth0": [("172.20.0.5", 16)]}, ["172.20.0.5", "100.90.1.2"]),
        ({"eth0": [("192.168.1.5", 24), ("fe80::1", 64), ("fd12::7", 64)]}, ["192.168.1.5", "fd12::7"]),
        ({"eth0": [("2001:db8::5", 64), ("2001:db8::9999", 64), ("fd12::7", 64)]}, ["2001:db8::5", "fd12::7"]),
        ({"eth0": [("169.254.3.4", 16)], "wlan0": [("203.0.113.5", 24)]}, ["203.0.113.5", "169.254.3.4"]),
        ({"lo": [("127.0.0.1", 8), ("::1", 128)]}, [socket.gethostname()]),
    ],
    ids=["vpn", "both at 10", "containers", "tailnet", "both versions", "IPv6 alone", "no DHCP", "none"],
)
def test_every_address_that_others_can_reach_is_listed(
    found: Mapping[str, Sequence[tuple[str, int]]], shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turncoat.web.network.ifaddr.get_adapters", lambda: adapters({**found}))
    monkeypatch.setattr("turncoat.web.network._is_down", lambda name: False)
    assert lan_addresses() == shown


def test_an_address_of_a_lost_network_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"docker0": [("172.17.0.1", 16)], "eth0": [("10.0.0.5", 8)]}
    monkeypatch.setattr("turncoat.web.network.ifaddr.get_adapters", lambda: adapters(found))
    monkeypatch.setattr("turncoat.web.network._is_down", lambda name: name == "docker0")
    assert lan_addresses() == ["10.0.0.5"]


def test_ipv4_and_ipv6_share_a_port_on_separate_addresses() -> None:
    with ExitStack() as stack:
        listeners = [stack.enter_context(one) for one in listening_to_all(0)]
        port = listeners[0].getsockname()[1]
        assert {one.getsockname()[1] for one in listeners} == {port}
        assert listeners[0].family == socket.AF_INET
        for one in listeners:
            one.listen()
        with socket.create_connection(("127.0.0.1", port)) as line:
            accepted, (address, _) = listeners[0].accept()
            accepted.close()
            assert (address, line.family) == ("127.0.0.1", socket.AF_INET)
        with pytest.raises(ListenError):
            listening_to_all(port)


@pytest.mark.parametrize("missing", ["0.0.0.0", "::"])
def test_a_machine_with_one_ip_version_listens_on_that(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from turncoat.web import network

    bound = network._bound

    def only_one(host: str, port: int, **more: bool) -> socket.socket:
        if host == missing:
            raise OSError(97, "Address family not supported by protocol")
        return bound(host, port, **more)

    monkeypatch.setattr(network, "_bound", only_one)
    (listener,) = listening_to_all(0)
    listener.close()


# Real networks


class Machine:
    """A network namespace that acts as another machine."""

    def __init__(self, stack: ExitStack) -> None:
        self._sleeping = subprocess.Popen(["unshare", "--net", "sleep", "600"])
        stack.callback(self._end)
        ours, ended = os.readlink("/proc/self/ns/net"), time.monotonic() + 20
        while os.readlink(f"/proc/{self.id}/ns/net") == ours:
            assert time.monotonic() < ended
            time.sleep(0.01)
        self.run("ip", "link", "set", "lo", "up")

    @property
    def id(self) -> str:
        return str(self._sleeping.pid)

    def command(self, *command: str | Path) -> list[str]:
        return ["nsenter", "--target", self.id, "--net", *map(str, command)]

    def run(self, *command: str | Path) -> str:
        done = subprocess.run(self.command(*command), capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def _end(self) -> None:
        self._sleeping.kill()
        self._sleeping.wait()


@contextmanager
def two_machines(**cables: tuple[str, str]) -> Iterator[tuple[Machine, Machine]]:
    """Connect two machines with a cable of each name, whose ends have these addresses."""
    with ExitStack() as stack:
        one, other = Machine(stack), Machine(stack)
        for name, addresses in cables.items():
            one.run("ip", "link", "add", name, "type", "veth", "peer", "name", f"far-{name}", "netns", other.id)
            for machine, link, address in ((one, name, addresses[0]), (other, f"far-{name}", addresses[1])):
                extra = ["nodad"] if ":" in address else []
                machine.run("ip", "address", "add", address, "dev", link, *extra)
                machine.run("ip", "link", "set", link, "up")
        yield one, other


def may_have_networks() -> bool:
    if sys.platform != "linux" or not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    tried = ["unshare", "--net", "ip", "link", "add", "one", "type", "veth", "peer", "name", "other"]
    return subprocess.run(tried, capture_output=True, check=False).returncode == 0


own_networks = pytest.mark.skipif(not may_have_networks(), reason="needs the right to have a network of its own")


@own_networks
@pytest.mark.parametrize(
    ("cables", "shown"),
    [
        ({"eth0": ("fd12::7/64", "fd12::8/64")}, ["[fd12::7]"]),
        (
            {"tun0": ("10.8.0.2/24", "10.8.0.1/24"), "eth0": ("192.168.7.5/24", "192.168.7.6/24")},
            ["192.168.7.5", "10.8.0.2"],
        ),
    ],
    ids=["IPv6 alone", "a VPN and a network at home"],
)
def test_another_machine_reaches_every_listed_address(
    tmp_path: Path, cables: dict[str, tuple[str, str]], shown: list[str]
) -> None:
    with two_machines(**cables) as (here, there):
        if "tun0" in cables:  # all other traffic goes through the VPN
            here.run("ip", "route", "add", "default", "via", "10.8.0.1")
        command = here.command(TURNCOAT, "serve", "--lan", "--port", "8123", "--data", tmp_path)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENGLISH) as server:
            try:
                assert server.stdout is not None
                said = server.stdout.readline()
                while "Stop it with" not in said:
                    said += server.stdout.readline()
                assert [line.rpartition("//")[2] for line in said.splitlines() if "http" in line] == [
                    *(f"{address}:8123" for address in shown),
                    "127.0.0.1:8123",
                ]
                for address in shown:
                    assert there.run(sys.executable, "-c", ASK, f"http://{address}:8123") == "ok"
            finally:
                server.terminate()


def test_addresses_are_formatted_for_browsers() -> None:
    assert (url_of("fd12::7", 80), url_of("192.168.1.5", 80)) == ("http://[fd12::7]:80", "http://192.168.1.5:80")
