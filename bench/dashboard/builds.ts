// What the build of the dashboard adds to a start: all of it to the first one, and to others the look whether it is fresh.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDashboardBuilt } from '../../dev/build/build-dashboard.ts';
import { monotonicMs } from '../monotonic.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** As dev/build/build-dashboard.ts runs it, but into another directory. */
const BUNDLER = ['node_modules/vite/bin/vite.js', 'build', '--config', 'dashboard/vite.config.ts'];
const LOOKS = 10;
const SECOND_MS = 1_000;

/** @returns seconds of a build where there is none */
export async function timeBuild(): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-bench-dashboard-'));
  try {
    const startedAtMs = monotonicMs();
    const bundler = spawn(
      process.execPath,
      [...BUNDLER, '--logLevel', 'warn', '--outDir', directory, '--emptyOutDir'],
      { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const [code] = await once(bundler, 'exit');
    if (code !== 0) throw new Error(`The build of the dashboard failed with ${code}.`);
    return (monotonicMs() - startedAtMs) / SECOND_MS;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** @returns seconds of each look whether the build is newer than its sources */
export async function timeFreshnessLooks(): Promise<number[]> {
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const startedAtMs = monotonicMs();
    await isDashboardBuilt();
    times.push((monotonicMs() - startedAtMs) / SECOND_MS);
  }
  return times;
}
