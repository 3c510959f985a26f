"""Addresses to which the server may send: https, port 443, and nothing but public hosts behind the name."""

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_

describe(
    {
        "address-not-https": N_(
            "Please give an address that begins with https:// and the name of a site, such as https://ntfy.sh/our-table."
        ),
        "address-private": N_(
            "That address leads into a private network, and this server sends nothing there. Addresses of public "
            "sites work, such as those of Discord, Slack or ntfy."
        ),
        "address-unknown": N_("There is no site with that name; please check the address."),
    }
)
PORT: Final = 443
LONGEST: Final = 1000
"""Maximum length of an address. Those of push services have a few hundred characters."""
_NAME: Final = re.compile(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?")
"""Name of a host with at least one dot. The last label begins with a letter, so no number is taken for a name."""
_PRINTABLE: Final = re.compile(r"[!-~]+")
_GLOBAL_IPV6: Final = ip_network("2000::/3")
_NOT_PUBLIC: Final = tuple(
    map(
        ip_network,
        (
            "192.0.0.0/24",
            "192.88.99.0/24",
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "2620:4f:8000::/48",
            "3fff::/20",
        ),
    )
)
"""Networks for protocols, translation, tunnels and documentation. A tunnel can lead to a private IPv4 address."""


class SiteAddress(msgspec.Struct, frozen=True):
    """Address of something on a site: always https and port 443."""

    host: str
    target: str
    """Path and query."""

    @property
    def url(self) -> str:
        return f"https://{self.host}{self.target}"

    @property
    def origin(self) -> str:
        return f"https://{self.host}"


def address_in(text: str) -> SiteAddress:
    """Return the address in a text. Raises Refused.

    >>> address_in(" https://Ntfy.sh/our-table?up=1#top ").url
    'https://ntfy.sh/our-table?up=1'
    """
    text = text.strip()
    refused = Refused(Refusal("address-not-https"))
    if len(text) > LONGEST:
        raise refused
    try:
        split = urlsplit(text)
        name, port = split.hostname or "", split.port
        host = name.encode("idna").decode().lower()
    except (UnicodeError, ValueError):
        raise refused from None
    target = (split.path or "/") + (f"?{split.query}" if split.query else "")
    is_plain = _NAME.fullmatch(host) is not None and _PRINTABLE.fullmatch(target) is not None
    if split.scheme != "https" or "@" in split.netloc or port not in (None, PORT) or not is_plain:
        raise refused
    return SiteAddress(host, target)


def is_public(text: str) -> bool:
    """Return whether a numeric address is one of the public Internet.

    >>> [is_public(text) for text in ("9.9.9.9", "10.0.0.1", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::a00:1")]
    [True, False, True, False, False]
    """
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        assert isinstance(_GLOBAL_IPV6, IPv6Network)
        if address.scope_id is not None or address not in _GLOBAL_IPV6:
            return False
    if any(address in network for network in _NOT_PUBLIC):  # false for the other version
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)
