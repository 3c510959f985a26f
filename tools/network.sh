# Sourced by the tools that fetch packages: pip, uv and npm each have settings of their own, and here they get the same.
# Run from the project's folder.

# Like pip, trust the certificates that this machine trusts, so that a company's proxy works; else uv's own.
for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
    if [ -e "$bundle" ]; then
        export UV_SYSTEM_CERTS=${UV_SYSTEM_CERTS:-true} NODE_USE_SYSTEM_CA=${NODE_USE_SYSTEM_CA:-1}
        break
    fi
done

# Where pip has another index set, uv uses the same.
if [ -z "${UV_DEFAULT_INDEX:-}" ] && [ -x .venv/bin/python ]; then
    index=${PIP_INDEX_URL:-$(.venv/bin/python -m pip config get global.index-url 2>/dev/null || true)}
    if [ -n "$index" ]; then export UV_DEFAULT_INDEX=$index; fi
fi
