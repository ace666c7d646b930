# The image of every process of the Procfile. Its own command is `web`; for another process, name the command, as
# compose.yaml does. It is made from the package of a release: `rm -f *.tgz && npm pack && docker build --tag posthorn .`.

# Node 24 is the LTS release with the longest support of those that Posthorn runs on: until April 2028.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS package
WORKDIR /opt/posthorn
COPY posthorn-*.tgz ./
# With the packages that its lockfile names. The optional ones are the Postgres of `posthorn start` and native parts; all
# others are the same on every processor, so this runs on that of the building machine. None needs its install script.
RUN tar -xzf posthorn-*.tgz --strip-components=1 --no-same-owner && rm posthorn-*.tgz
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /opt/posthorn
ENV NODE_ENV=production
COPY --from=package /opt/posthorn ./
# Posthorn writes no files: its code belongs to root.
USER node
EXPOSE 3000 2525 2587 2465
# Node itself receives SIGTERM and shuts down within 25 seconds: stop a container with a longer timeout (`docker stop
# --timeout 30`). Run it with `--init`: as PID 1 a process that has not installed its handlers yet ignores signals.
CMD ["node", "dist/api/main.js"]
