# The product in one image: the build stage makes the web application and bundles the server, the last stage holds what runs and nothing that builds.
# docker build -t quittance .    docker run -e … quittance [--role web|worker]
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# --ignore-scripts: nothing of a package runs while it is installed; the embedded database is not used in a container.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts && rm -rf web e2e bench attack docs
RUN npm ci --ignore-scripts --omit=dev

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 FILES_PORT=5000 QUITTANCE_DATA=/data
RUN groupadd --gid 10001 quittance && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin quittance \
  && install -d -o 10001 -g 10001 -m 0700 /data
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 4000 5000
# A worker listens on HEALTH_PORT only.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEALTH_PORT || process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "dist/server/main.mjs"]
