# The sandbox as an image: `docker build -t crypto-payment-sandbox . && docker run -p 127.0.0.1:4010:4010 crypto-payment-sandbox`.
# Four stages: compile with everything, install what runs, collect a root without a shell, keep only that (decision 0072). The base is pinned;
# another Debian with a Node may be named. Built for other processors by `docker buildx build --platform`; what is compiled is the same for all.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
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
COPY docs docs
# What the package has is what the image has.
RUN node scripts/run/build.ts && npm pack --silent --ignore-scripts && tar -xzf crypto-payment-sandbox-*.tgz

FROM ${NODE_IMAGE} AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
COPY scripts/run/trim-packages.mjs scripts/run/
# Peers of the libraries (a compiler), sources of native parts and other platforms' binaries never run here.
RUN npm ci --omit=dev && node scripts/run/trim-packages.mjs node_modules

# Node, the libraries that it and the native packages load, certificates and accounts: no shell and no package manager.
FROM packages AS root
COPY scripts/run/image-root.ts scripts/run/
# There is no shell to start the command either: its file names the program that reads it.
RUN node scripts/run/image-root.ts node_modules /root-of-the-image && cd /root-of-the-image/usr/local/bin \
 && printf '#!/usr/local/bin/node\nimport("/app/dist/main.js");\n' > crypto-payment-sandbox && chmod 755 crypto-payment-sandbox \
 && ln -s crypto-payment-sandbox /root-of-the-image/usr/local/bin/cpsandbox

FROM scratch
LABEL org.opencontainers.image.title="crypto-payment-sandbox" \
      org.opencontainers.image.description="A local sandbox of a crypto-payment API with real simulated chains behind it" \
      org.opencontainers.image.licenses="MIT"
# A container is reached from outside of itself, so /admin asks for a token: SANDBOX_ADMIN_TOKEN, or the one it prints.
ENV PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production \
    SANDBOX_HOST=0.0.0.0 \
    SANDBOX_PORT=4010
WORKDIR /app
# Node changes seldom, packages sometimes, the sandbox with every version: a layer each. Owners and modes come along, those of /data too.
COPY --from=root /root-of-the-image/ /
COPY --from=packages /packages/node_modules node_modules
COPY --from=build /build/package ./
# The number of the user `node`: Kubernetes can tell that it is not root. For worlds that are to outlive the container, SANDBOX_DATA=/data and a
# volume there; without one nothing is kept, and no volume is made.
USER 1000
EXPOSE 4010
# Asked often until it is ready, which takes less than a second. Needs a Docker engine of 25 or newer; podman and older ones ask every 5 s.
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --start-interval=250ms --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SANDBOX_PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process: it gets the signals itself, and ends cleanly on SIGTERM.
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["start"]
