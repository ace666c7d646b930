#!/usr/bin/env node
// The program `posthorn`. Plain JavaScript, because Node 20 runs no TypeScript: it runs what `npm run build:cli` has
// made, which starts in a fraction of the time. In a clone whose sources are newer, or were never built, it runs the
// sources through tsx: slower, but never another version than the one that is there.
import { isBuilt, ROOT } from './built.mjs';

// The reader of a pipe may leave first (`| head`); that is no failure.
process.stdout.on('error', () => {});

const { main } = await import(isBuilt() ? new URL('dist/cli/main.js', ROOT).href : await registerSources());
process.exitCode = await main(process, new URL('openapi.json', ROOT));

async function registerSources() {
  const { register } = await import('tsx/esm/api');
  register();
  return new URL('cli/main.ts', ROOT).href;
}
