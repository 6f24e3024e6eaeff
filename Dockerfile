# docker build -t pegsolitaire .
# docker run --rm -p 8033:8033 --read-only --tmpfs /tmp -v pegs:/data pegsolitaire
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY docs/pegs.1 docs/pegs.1
COPY pegsolitaire pegsolitaire
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir -c constraints.txt ".[cluster]"

FROM python:3.13-slim
RUN useradd --create-home --uid 1000 pegs && mkdir /data && chown pegs /data
COPY --from=build /venv /venv
# Kernels are compiled when they are first used, for the processor that runs them, and kept in the volume.
ENV PATH=/venv/bin:$PATH PEGSOLITAIRE_HOME=/data NUMBA_CACHE_DIR=/data/kernels
USER pegs
VOLUME /data
EXPOSE 8033
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python", "-c", \
  "from urllib.request import urlopen; urlopen('http://127.0.0.1:8033/', timeout=4)"]
CMD ["pegs", "play", "--host", "0.0.0.0", "--port", "8033", "--no-browser"]
