"""The server's log holds no secrets, whatever writes to it."""

import asyncio
import gc
import logging

import pytest

from turncoat.table import server_log


def test_the_server_log_omits_error_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    def write(event: str, **facts: object) -> None:
        lines.append(f"{event} {facts}")

    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(server_log, "error", write)
    monkeypatch.setattr(server_log, "warning", write)
    server_log.silence_library_logs()

    async def fail() -> None:
        raise KeyError("ola-is-a-spy")

    async def forget() -> None:
        task = asyncio.ensure_future(fail())
        await asyncio.wait({task})

    try:
        asyncio.run(fail())
    except KeyError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
    asyncio.run(forget())
    logging.getLogger("other").warning("%s came", "ola-is-a-spy")
    gc.collect()
    written = "\n".join(lines)
    assert "ola-is-a-spy" not in written
    for word in (
        "Exception in ASGI application",
        "KeyError",
        "test_server_log.py:",
        "Task exception was never retrieved",
    ):
        assert word in written
