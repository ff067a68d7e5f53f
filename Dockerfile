# memary with its web interface, HTTP API and MCP server, at the versions and hashes of requirements-dev.lock.
#
#   docker build --tag memary . && docker run --publish 127.0.0.1:8501:8501 --volume memary-home:/var/lib/memary memary
#
# docker-compose.yml runs it beside Neo4j; docs/operation/deployment.md tells the rest.

FROM python:3.13-slim-bookworm AS build
RUN pip install --no-cache-dir uv==0.13.9
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never VIRTUAL_ENV=/opt/memary
RUN uv venv /opt/memary
WORKDIR /source
# What memary needs changes seldom, and makes a layer of its own.
COPY pyproject.toml requirements-dev.lock ./
RUN --mount=type=cache,target=/root/.cache/uv \
    uv pip install --constraints requirements-dev.lock --requirements pyproject.toml \
        --extra sentences --extra ui --extra mcp --extra server --extra otel
COPY . .
RUN --mount=type=cache,target=/root/.cache/uv \
    uv pip install --no-deps --build-constraints requirements-dev.lock .

FROM python:3.13-slim-bookworm
RUN useradd --uid 10001 --create-home memary \
    && install --directory --owner memary --group memary --mode 700 /var/lib/memary
COPY --from=build /opt/memary /opt/memary
ENV PATH=/opt/memary/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    MEMARY_HOME=/var/lib/memary XDG_CACHE_HOME=/var/lib/memary/cache
USER memary
WORKDIR /var/lib/memary
VOLUME /var/lib/memary
# The web interface, the HTTP API and the MCP server.
EXPOSE 8501 8321 8765
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
    CMD ["python", "-c", "import urllib.request as web; web.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["memary", "ui", "--host", "0.0.0.0"]
