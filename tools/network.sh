# Sourced by the tools that fetch packages: pip, uv and npm each keep settings of their own, and here they are brought to agree.
# Run from the project's folder.

# The certificates that this machine trusts, as pip does, so that a company's proxy works; where there are none, uv's own.
for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
    if [ -e "$bundle" ]; then
        export UV_SYSTEM_CERTS=${UV_SYSTEM_CERTS:-true} NODE_USE_SYSTEM_CA=${NODE_USE_SYSTEM_CA:-1}
        break
    fi
done

# Where pip was told of another index, uv is told the same.
if [ -z "${UV_DEFAULT_INDEX:-}" ] && [ -x .venv/bin/python ]; then
    index=${PIP_INDEX_URL:-$(.venv/bin/python -m pip config get global.index-url 2>/dev/null || true)}
    if [ -n "$index" ]; then export UV_DEFAULT_INDEX=$index; fi
fi
