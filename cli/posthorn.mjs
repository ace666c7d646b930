#!/usr/bin/env node
// The executable `posthorn`. Plain JavaScript, because Node 20 cannot run TypeScript: it runs the result of
// `npm run build:cli`, which starts in a fraction of the time. In a clone whose sources are newer or were never built,
// it runs the sources with tsx: slower, but always the current version.
import { isBuilt, ROOT } from './built.mjs';

// The reader of a pipe may exit first (`| head`); that is not an error.
process.stdout.on('error', () => {});

const { main } = await import(isBuilt() ? new URL('dist/cli/main.js', ROOT).href : await registerSources());
process.exitCode = await main(process, new URL('openapi.json', ROOT));

async function registerSources() {
  const { register } = await import('tsx/esm/api');
  register();
  return new URL('cli/main.ts', ROOT).href;
}
