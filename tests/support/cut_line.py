"""Proxy to PostgreSQL that a test can cut at once, or just before the next answer arrives."""

import asyncio
from contextlib import suppress
from types import TracebackType
from urllib.parse import parse_qs, urlsplit


class CutLine:
    """Forwards everything between a store and its database until the test cuts it."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._path = parts.path
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[object]] = set()
        self.is_down = False
        """True if new connections are refused."""
        self.loses_next_answer = False
        """True if the connection is cut when the database sends its next answer."""
        self.cuts = 0

    async def __aenter__(self) -> "CutLine":
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def url(self) -> str:
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://postgres@127.0.0.1:{port}{self._path}?sslmode=disable"

    def cut(self) -> None:
        """End every connection now."""
        for writer in tuple(self._open):
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        writers = [writer]
        try:
            if not self.is_down:
                up_reader, up_writer = await asyncio.open_unix_connection(self._socket)
                writers.append(up_writer)
                self._open.update(writers)
                await asyncio.gather(self._copy(reader, up_writer), self._copy(up_reader, writer, is_answer=True))
        except OSError:  # the database is not running
            pass
        finally:
            self._open.difference_update(writers)
            for one in writers:
                one.transport.abort()
            self._tasks.discard(task)

    async def _copy(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_answer: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if is_answer and self.loses_next_answer:
                    self.loses_next_answer = False
                    self.cuts += 1
                    self.cut()
                    return
                writer.write(data)
                await writer.drain()
        writer.close()
