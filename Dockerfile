# Two images: one that serves (target "service"), and one for nightly runs, with everything needed to build the site (target "night").
# docker build -t rural-health .            docker build -t rural-health-night --target night .

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/runtime/package.json scripts/runtime/
COPY packages/client/package.json packages/client/

FROM manifests AS dependencies
RUN npm ci --omit=dev --no-audit --no-fund

FROM manifests AS night
# Pages and code samples contain the public address.
ARG BASE_URL=
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/run.mjs scripts/start.ts --no-serve --force --verbose && chown -R node:node /app/data
USER node
CMD ["node", "scripts/run.mjs", "scripts/nightly.ts", "--no-commit"]

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS service
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 STORE_PATH=/var/lib/rural-health/store.sqlite
RUN mkdir -p /var/lib/rural-health && chown node:node /var/lib/rural-health
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY scripts scripts
COPY src src
COPY vocabulary vocabulary
COPY content content
COPY certificates certificates
COPY --from=night --chown=node:node /app/data data
COPY --from=night /app/dist dist
USER node
VOLUME ["/var/lib/rural-health", "/app/data"]
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The shell is replaced by Node, which is then process 1 and receives the stop signal. Its memory for new objects begins at 16 MB, which saves a tenth of
# the startup.
CMD ["sh", "-c", "exec node --min-semi-space-size=16 --max-semi-space-size=16 --max-old-space-size=${HEAP_MB:-256} scripts/run.mjs src/server.ts"]
