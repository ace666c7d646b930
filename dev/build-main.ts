// `npm run build`: compiles the program to `dist/`, or to the directory of `--outDir`. A fresh build is left unchanged.
import { parseArgs } from 'node:util';
import { build, ensureBuilt } from './build.ts';

const { outDir } = parseArgs({ options: { outDir: { type: 'string' } } }).values;
process.exitCode = (await (outDir === undefined ? ensureBuilt() : build({ outDir }))) ? 0 : 1;
