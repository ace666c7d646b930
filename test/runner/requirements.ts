// What some tests need from the machine, and which files are left out where it is missing.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const DEBIAN_POSTGRES_15 = '/usr/lib/postgresql/15/bin';

/** Something that is not tested on this machine, in words. */
export type LeftOut = string;

/** What this machine has. */
export interface Machine {
  /** Directory of PostgreSQL 15's programs. */
  postgres15: string | undefined;
  hasRedis: boolean;
  hasChromium: boolean;
}

/** Looks for the programs; the environment may name PostgreSQL 15 and Chromium. */
export function inspectMachine(): Machine {
  const postgres15 = process.env['POSTGRES_15_BIN_DIR'] ?? DEBIAN_POSTGRES_15;
  const chromium = process.env['CHROMIUM_PATH'];
  return {
    postgres15: existsSync(path.join(postgres15, 'postgres')) ? postgres15 : undefined,
    hasRedis: runs('redis-server'),
    hasChromium: chromium ? existsSync(chromium) : CHROMIUM_NAMES.some(runs),
  };
}

function runs(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}
