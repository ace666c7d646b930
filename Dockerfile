# The image of every process of the Procfile. Its own command is `web`; for another process, name the command, as
# compose.yaml does. Build it with `docker build --tag posthorn .`.

# Node 24 is the LTS release with the longest support of those that Posthorn runs on: until April 2028.
FROM node:24-bookworm-slim AS node
WORKDIR /opt/posthorn

# Compiles the program and bundles the dashboard, both to dist/. Compiler and bundler are development dependencies, and
# their native parts optional ones.
FROM node AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image's user must be able to read them, whatever the umask of the checkout was.
RUN npm run build && npm run build:cli && chmod -R a+rX package.json openapi.json docs/reference cli dist

# The packages that the program needs at run time. The optional ones are the Postgres of `npm start` and native parts of
# esbuild, which runs TypeScript. No package needs its install script: esbuild's would download what was left out.
FROM node AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node
ENV NODE_ENV=production
COPY --from=packages /opt/posthorn/node_modules node_modules
COPY --from=build /opt/posthorn/package.json /opt/posthorn/openapi.json ./
# The pages that `/mcp` serves.
COPY --from=build /opt/posthorn/docs/reference docs/reference
# The command line: `node cli/posthorn.mjs`.
COPY --from=build /opt/posthorn/cli/posthorn.mjs /opt/posthorn/cli/built.mjs cli/
COPY --from=build /opt/posthorn/dist dist
# Posthorn writes no files: its code belongs to root.
USER node
EXPOSE 3000 2525 2587 2465
# Node itself receives SIGTERM and shuts down within 25 seconds: stop a container with a longer timeout (`docker stop
# --timeout 30`). Run it with `--init`: as PID 1 a process that has not installed its handlers yet ignores signals.
CMD ["node", "dist/api/main.js"]
