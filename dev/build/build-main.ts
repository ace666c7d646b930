// `npm run build`: compiles the program to `dist/`, or to the directory of `--outDir`, and the dashboard to
// `dist/dashboard/`. A fresh build is left unchanged.
import { parseArgs } from 'node:util';
import { build, ensureBuilt } from './build.ts';
import { ensureDashboardBuilt } from './build-dashboard.ts';

const { outDir } = parseArgs({ options: { outDir: { type: 'string' } } }).values;
const builds = outDir === undefined ? [ensureBuilt(), ensureDashboardBuilt()] : [build({ outDir })];
process.exitCode = (await Promise.all(builds)).every(Boolean) ? 0 : 1;
