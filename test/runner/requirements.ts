// What some tests need from the machine. Where it is missing, test/run.ts skips and names those tests.
import { existsSync } from 'node:fs';
import path from 'node:path';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const DEBIAN_POSTGRES_15 = '/usr/lib/postgresql/15/bin';

/** What this machine has. */
export interface Machine {
  /** Directory of PostgreSQL 15's programs. */
  postgres15: string | undefined;
  /** Path of redis-server. */
  redis: string | undefined;
  /** Path of Chromium. */
  chromium: string | undefined;
  /** Path of systemd-analyze, which checks the units in deploy/systemd/. systemd itself need not run. */
  systemdAnalyze: string | undefined;
}

/** Looks for the programs; the environment may name PostgreSQL 15 and Chromium. */
export function inspectMachine(environment: NodeJS.ProcessEnv): Machine {
  const postgres15 = environment['POSTGRES_15_BIN_DIR'] ?? DEBIAN_POSTGRES_15;
  const directories = (environment['PATH'] ?? '').split(path.delimiter);
  const find = (name: string) => directories.map((directory) => path.join(directory, name)).find(existsSync);
  return {
    postgres15: existsSync(path.join(postgres15, 'postgres')) ? postgres15 : undefined,
    redis: find('redis-server'),
    chromium: environment['CHROMIUM_PATH'] ?? CHROMIUM_NAMES.map(find).find(Boolean),
    systemdAnalyze: find('systemd-analyze'),
  };
}
