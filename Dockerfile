FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY src ./src
COPY tools/build ./tools/build
COPY manifest.json ./
RUN npx tsc -b src && node tools/build/stamp.mjs && node tools/build/bundle.mjs && npm prune --omit=dev --no-audit --no-fund && rm dist/src/.tsbuildinfo

FROM node:24.21.0-slim
# By default glibc keeps an arena for each thread, so memory grows although the heap does not.
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json /app/manifest.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir --mode=0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/paylink/index.js"]
