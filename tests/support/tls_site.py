"""A site of the Internet on this machine: it speaks TLS under a name of its own, and answers as a test says."""

import asyncio
import datetime
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpcore
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from turncoat.web.notices.posting import Poster

PUBLIC = "9.9.9.9"
OTHER_PUBLIC = "2620:fe::fe"
HOST = "hooks.example.org"


@dataclass
class Request:
    """A request as the site got it."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class TlsSite:
    """The site, the requests that it got, and the names that it was asked for."""

    port: int
    trust: ssl.SSLContext
    answers: list[str]
    """Statuses of the next answers, such as "204 No Content". Then the last is given again and again."""
    headers: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)
    connected_to: list[str] = field(default_factory=list)
    """Numeric addresses to which the sender has connected."""
    silent: bool = False
    """True if it answers nothing."""

    def poster(self, addresses: Sequence[str] = (PUBLIC,), time_limit: float = 5.0) -> Poster:
        """Return a sender for whom every name has these addresses, and every connection leads here."""
        return self.redirect(Poster(time_limit=time_limit), addresses)

    def redirect(self, poster: Poster, addresses: Sequence[str] = (PUBLIC,)) -> Poster:
        """Let every connection of a sender lead here."""

        async def resolve(host: str) -> Sequence[str]:
            return addresses

        async def connect(address: str) -> httpcore.AsyncNetworkStream:
            self.connected_to.append(address)
            return await httpcore.AnyIOBackend().connect_tcp("127.0.0.1", self.port)

        poster.resolve, poster.connect, poster.tls = resolve, connect, self.trust
        return poster


@cache
def _certificate(host: str) -> tuple[bytes, bytes]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    began = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(began)
        .not_valid_after(began + datetime.timedelta(days=365 * 50))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return made.public_bytes(serialization.Encoding.PEM), secret


@asynccontextmanager
async def tls_site(*answers: str, host: str = HOST, headers: Sequence[str] = ()) -> AsyncIterator[TlsSite]:
    """Serve a site under a name."""
    shown, secret = _certificate(host)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        (Path(folder) / "both.pem").write_bytes(shown + secret)
        tls.load_cert_chain(Path(folder) / "both.pem")
    site = TlsSite(0, ssl.create_default_context(cadata=shown.decode()), list(answers or ["204 No Content"]))
    site.headers += headers

    def note_name(_: ssl.SSLObject, name: str | None, __: ssl.SSLContext) -> None:
        site.names.append(name)

    tls.sni_callback = note_name

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            body = await reader.readexactly(int(found.get("content-length", "0")))
            site.requests.append(Request(head[0], found, body))
            if site.silent:
                await reader.read()
                return
            status = site.answers.pop(0) if len(site.answers) > 1 else site.answers[0]
            lines = [f"HTTP/1.1 {status}", "content-length: 0", "connection: close", *site.headers]
            writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
