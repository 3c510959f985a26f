"""Forms sent twice at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.support.serving import Address, Person, Server

FORMS = (("/new", {"name": "Ola"}), ("/learn", {"game": "resistance"}))


def click(person: Person, servers: Sequence[Server], form: tuple[str, dict[str, str]]) -> set[str]:
    """Send the form to all servers at once, and return the locations that they redirect to."""
    path, fields = form

    def send(server: Server) -> str:
        other = Person(Address(server.url), person.name)
        other.client.cookies.update(person.client.cookies)
        data = {"csrf": person.csrf, **fields}
        return other.client.post(path, data=data, follow_redirects=False).headers["location"]

    with ThreadPoolExecutor(len(servers)) as threads:
        return set(threads.map(send, servers))
