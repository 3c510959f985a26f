# The table server in a container: docs/deploying.md leads through it.

# All images of others are named here and nowhere else, so that they can be pinned by their digests (docs/deploying.md);
# the Compose files build Caddy and PostgreSQL by these names.
FROM python:3.13.15-slim-trixie AS python
FROM caddy:2.11.4 AS caddy
FROM postgres:18.4-trixie AS postgres

FROM python AS build
WORKDIR /build
COPY requirements/tool.txt requirements/runtime.txt requirements/
RUN python -m venv tools && tools/bin/pip install --no-cache-dir --require-hashes -r requirements/tool.txt \
    && python -m venv --without-pip /opt/turncoat \
    && tools/bin/uv pip install --no-cache --python /opt/turncoat/bin/python --require-hashes -r requirements/runtime.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
# Without isolation: the build backend is one of the pinned tools, so nothing unpinned is fetched.
RUN tools/bin/python -m hatchling build --target wheel \
    && tools/bin/uv pip install --no-cache --python /opt/turncoat/bin/python --no-deps dist/*.whl

FROM python
RUN useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin turncoat \
    && install --directory --owner=turncoat --group=turncoat --mode=0700 /data
COPY --from=build /opt/turncoat /opt/turncoat
ENV PATH=/opt/turncoat/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TURNCOAT_HOST=0.0.0.0 \
    TURNCOAT_PORT=8000 \
    TURNCOAT_DATA=/data
USER turncoat
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"TURNCOAT_PORT\"]}/healthz', timeout=5)"]
ENTRYPOINT ["turncoat"]
CMD ["serve"]
