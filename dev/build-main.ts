// `npm run build`: compiles the program to `dist/`, or to where `--outDir` says. A build that is fresh is left alone.
import { parseArgs } from 'node:util';
import { build, isBuilt } from './build.ts';

const { values } = parseArgs({ options: { outDir: { type: 'string' } } });
const isThere = values.outDir === undefined && (await isBuilt());
process.exitCode = isThere || (await build(values)) ? 0 : 1;
