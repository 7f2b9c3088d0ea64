# The bundle is the same for every platform, so only its packages with native code are installed on the image's own.
FROM --platform=$BUILDPLATFORM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
# The bill of materials of a release lists this stage, too: most packages are in the image as part of the bundle only.
ARG BUILDKIT_SBOM_SCAN_STAGE=true
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY src ./src
COPY tools/build ./tools/build
COPY manifest.json ./
# The commit that is built: an image has no history to read it from.
ARG COMMIT=
RUN npx tsc -b src && node tools/build/stamp.mjs && node tools/build/bundle.mjs

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS installed
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# By default glibc keeps an arena for each thread, so memory grows although the heap does not.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY package.json manifest.json LICENSE ./
COPY --from=installed /app/node_modules ./node_modules
COPY --from=build /app/dist/paylink ./dist/paylink
COPY --from=build /app/dist/build.json ./dist/build.json
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/paylink/index.js"]
