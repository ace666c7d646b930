// Creates the data directory of a new cluster. Encoding and locale are explicit and never taken from the environment:
// without LANG, initdb would create a cluster that cannot store UTF-8.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { NEW_DATABASE } from '../start-command.ts';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

/** Superuser of every cluster, and the database that belongs to it. */
export const SUPERUSER = 'posthorn';
/** The built-in locale provider sorts alike on every machine; it exists since version 17. Before: the system's. */
const BUILTIN_LOCALE_SINCE = 17;

/** Environment of Postgres programs: none of our variables may reach them (PGPORT, LC_ALL, LD_PRELOAD…). */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Creates `<home>/data` atomically when it is absent: a killed initdb leaves only `data.new`.
 * @throws StartError with the first complaint of initdb
 */
export async function initializeData(
  home: string,
  binaries: Binaries,
  user: ServerUser | undefined,
  password: string,
): Promise<void> {
  const passwordFile = path.join(home, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);
  const unfinished = path.join(home, 'data.new');
  await rm(unfinished, { recursive: true, force: true });
  const result = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...localeArguments(binaries.version),
    ],
    { ...user, cwd: '/', env: SERVER_ENVIRONMENT, encoding: 'utf8' },
  );
  await rm(passwordFile);
  if (result.status !== 0) {
    throw new StartError(`The database cluster could not be created in ${home}: ${complaint(result)}.`);
  }
  await rename(unfinished, path.join(home, 'data'));
}

/** @throws StartError when programs of another version made the data directory */
export async function refuseOtherVersion(data: string, binaries: Binaries): Promise<void> {
  const made = Number(await readFile(path.join(data, 'PG_VERSION'), 'utf8'));
  if (made === binaries.version) return;
  throw new StartError(
    `The database in ${data} was created by PostgreSQL ${made}, but the available version is ${binaries.version}: set POSTGRES_BIN_DIR, or ${NEW_DATABASE}.`,
  );
}

function localeArguments(version: number): string[] {
  return version >= BUILTIN_LOCALE_SINCE
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];
}

/** initdb prints its steps on stdout and errors on stderr. */
function complaint({ stderr, error }: SpawnSyncReturns<string>): string {
  const line = /(error|FATAL): (.*)/.exec(stderr)?.[2] ?? stderr.trim().split('\n')[0];
  return line || error?.message || 'initdb gave no reason';
}
