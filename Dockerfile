# The server of one environment: docs/deploy.md has its variables. Build: docker build -t portreeve .
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && node tools/ready.js console dist

FROM node:20-bookworm-slim AS packages
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund -w @portreeve/contract -w @portreeve/server -w @portreeve/sandbox

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORTREEVE_HOST=0.0.0.0 PORT=4500 PORTREEVE_DATA_DIR=/data
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/server/node_modules server/node_modules
COPY --from=build /app/dist dist
# The root file system may be read-only: the server writes to /data and /tmp.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4500
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: SIGTERM reaches the server, which finishes its calls and stops within ten seconds.
CMD ["node", "dist/server/main.js"]
