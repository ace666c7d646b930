// `npm run build`: compiles the program to `dist/`, or to where `--outDir` says. A build that is fresh is left alone.
import { parseArgs } from 'node:util';
import { build, ensureBuilt } from './build.ts';

const { outDir } = parseArgs({ options: { outDir: { type: 'string' } } }).values;
process.exitCode = (await (outDir === undefined ? ensureBuilt() : build({ outDir }))) ? 0 : 1;
