# The sandbox as an image: `docker build -t crypto-payment-sandbox . && docker run -p 127.0.0.1:4010:4010 crypto-payment-sandbox`.
# Three stages: compile with everything, install what runs, keep only that. The base is pinned; another one may be named.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json LICENSE README.md llms.txt llms-full.txt ./
COPY scripts/run/assets.ts scripts/run/build.ts scripts/run/bundle.ts scripts/run/licences.ts scripts/run/page-build.ts scripts/run/
COPY src src
COPY chain/catalogue.json chain/catalogue.json
COPY chain/artifacts chain/artifacts
COPY chain/canonical chain/canonical
COPY fixtures fixtures
COPY spec spec
COPY skills skills
# What the package has is what the image has.
RUN node scripts/run/build.ts && npm pack --silent --ignore-scripts && tar -xzf crypto-payment-sandbox-*.tgz

FROM ${NODE_IMAGE} AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
COPY scripts/run/trim-packages.mjs scripts/run/
# Peers of the libraries (a compiler), sources of native parts and other platforms' binaries never run here.
RUN npm ci --omit=dev && node scripts/run/trim-packages.mjs node_modules

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="crypto-payment-sandbox" \
      org.opencontainers.image.description="A local sandbox of a crypto-payment API with real simulated chains behind it" \
      org.opencontainers.image.licenses="MIT"
# A container is reached from outside of itself, so /admin asks for a token: SANDBOX_ADMIN_TOKEN, or the one it prints.
ENV NODE_ENV=production \
    SANDBOX_HOST=0.0.0.0 \
    SANDBOX_PORT=4010
WORKDIR /app
COPY --from=packages /packages/node_modules node_modules
COPY --from=build /build/package ./
# Worlds that are to outlive the container: SANDBOX_DATA=/data and a volume there.
RUN mkdir /data && chown node:node /data && chmod 700 /data \
 && printf '#!/bin/sh\nexec node /app/dist/main.js "$@"\n' > /usr/local/bin/crypto-payment-sandbox \
 && chmod 755 /usr/local/bin/crypto-payment-sandbox \
 && ln -s crypto-payment-sandbox /usr/local/bin/cpsandbox
VOLUME /data
USER node
EXPOSE 4010
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process: it gets the signals itself, and ends cleanly on SIGTERM.
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["start"]
