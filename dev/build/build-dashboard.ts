// The build of the dashboard and of the documentation in `dist/dashboard/`, which the API serves under /app and /docs. Vite
// makes it (dashboard/vite.config.ts), as a process of its own: so it runs next to the compiler of the program, and ends when
// the start is stopped. A build is used while it is newer than every source, and than the lockfile: it contains packages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { IS_PACKAGED } from '../start-command.ts';
import { isNewerThan } from './build-freshness.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUNDLER = path.join(ROOT, 'node_modules/vite/bin/vite.js');
const CONFIGURATION = path.join(ROOT, 'dashboard/vite.config.ts');
/** Written when a build is complete (dashboard/build/finish-build.ts). */
const STAMP = 'dist/dashboard/complete';
const SOURCES = [
  'api/public/appearance',
  'dashboard',
  'docs',
  'openapi.json',
  'package-lock.json',
  'shared/contract',
  'site',
];

/** Builds the dashboard unless there is a build of the present sources. @returns false when there is none afterwards */
export async function ensureDashboardBuilt(options: { signal?: AbortSignal } = {}): Promise<boolean> {
  return IS_PACKAGED || (await isDashboardBuilt()) || (await buildDashboard(options));
}

/**
 * True when there is a build of the present sources.
 * @param root the repository; another one in tests
 */
export function isDashboardBuilt(root = ROOT): Promise<boolean> {
  return isNewerThan(
    path.join(root, STAMP),
    SOURCES.map((source) => path.join(root, source)),
  );
}

/** The stamp is removed with everything else when the bundler begins to write. */
async function buildDashboard({ signal }: { signal?: AbortSignal }): Promise<boolean> {
  try {
    const bundler = spawn(
      process.execPath,
      [BUNDLER, 'build', '--config', CONFIGURATION, '--logLevel', 'warn'],
      {
        cwd: ROOT,
        stdio: 'inherit',
        // With another value React would be built with its checks for development.
        env: { ...process.env, NODE_ENV: 'production' },
        ...(signal && { signal }),
      },
    );
    const [code] = await once(bundler, 'exit');
    return code === 0 && (await isDashboardBuilt());
  } catch {
    // The build was aborted.
    return false;
  }
}
