// `npm run build:cli`: compiles TypeScript to dist/, so that `posthorn` starts with Node alone. It does nothing when
// the build is up to date. The stamp file is written last: while it is missing, posthorn.mjs runs the sources.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isBuilt, ROOT, STAMP } from './built.mjs';

if (!isBuilt()) build();

function build() {
  rmSync(STAMP, { force: true });
  const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', ROOT));
  const project = fileURLToPath(new URL('cli/tsconfig.json', ROOT));
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status === 0) writeFileSync(STAMP, '');
  process.exitCode = status ?? 1;
}
