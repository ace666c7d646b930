#!/usr/bin/env node
// The executable `posthorn` of the package that every server serves (dev/build/command-line-package.ts). It needs only
// Node: the build has put all modules into this one file, with the API description next to it.
import { main } from './main.ts';

// The reader of a pipe may exit first (`| head`); that is not an error.
process.stdout.on('error', () => {});

process.exitCode = await main(process, new URL('openapi.json', import.meta.url));
