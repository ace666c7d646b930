// The verb that backs up the database (docs/backup.md). Dump and manifest are of one snapshot; what is sent or stored
// during the backup is in neither.
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { SERVICE_VERSION } from '../../shared/platform/process/version.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { recordBackup } from '../../shared/resources/foundation/backups/record.ts';
import { BackupError } from '../backups/backup-error.ts';
import { readSecrets, readTables } from '../backups/contents.ts';
import { inWorkDirectory, listFiles, listOldBackups, nameOfBackup, packBackup } from '../backups/files.ts';
import { untilInterrupted } from '../backups/interruption.ts';
import { underLock } from '../backups/lock.ts';
import type { Manifest } from '../backups/manifest.ts';
import { findProgram, JOBS, type PostgresProgram, runProgram } from '../backups/postgres-programs.ts';
import { readCount } from '../read-words.ts';
import type { OpsDeps, Verb } from '../verb.ts';

const KEEP_DAYS_MAX = 3_650;
/** Its jobs are wake-ups, which the sweeper repeats; a migration makes it again. */
const QUEUES_SCHEMA = 'bullmq';
const VERSION_DIVISOR = 10_000;

export const backupVerb: Verb = {
  summary: 'Backs up the database into one file, and shows which SECRET_KEY it needs.',
  parameters: [],
  options: {
    to: { value: 'directory', summary: 'the directory for the file', isRequired: true },
    keep: { value: 'days', summary: 'remove older backups in the directory, but never the newest' },
  },
  audit: 'afterwards',
  async run({ to = '', keep }, deps) {
    const keepDays = keep === undefined ? undefined : readCount(keep, 'number of days', KEEP_DAYS_MAX);
    const startedMs = performance.now();
    const directory = path.resolve(to);
    await requireDirectory(directory);
    const made = await untilInterrupted((signal) => make(directory, deps, signal));
    const { file, bytes, takenAt, manifest } = made;
    const id = deps.ids.next();
    const removed =
      keepDays === undefined
        ? []
        : await listOldBackups(directory, new Date(takenAt.getTime() - keepDays * DAY_MS));
    const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
    // This is first: the backup exists, even if an old one cannot be removed.
    await recordBackup(deps.database, { ...made, id, seconds, name: path.basename(file) }, removed);
    for (const name of removed) await rm(path.join(directory, name), { force: true });
    const { keys, secrets } = manifest;
    return { object: 'backup', id, file, bytes, seconds, taken_at: takenAt, keys, secrets, removed };
  },
};

interface Made {
  file: string;
  bytes: number;
  takenAt: Date;
  manifest: Manifest;
}

async function requireDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (!found?.isDirectory()) throw new BackupError(`The directory ${directory} does not exist.`);
}

async function make(directory: string, deps: OpsDeps, signal: AbortSignal): Promise<Made> {
  return await underLock(deps.database, 'backup', async (client) => {
    const server = await readServer(client);
    const program = await findProgram('pg_dump', server.major, deps.service.environment);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const takenAt = deps.clock.now();
    const file = path.join(directory, nameOfBackup(takenAt));
    if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} already exists.`);
    return await inWorkDirectory(directory, async (work) => {
      const dump = path.join(work, 'dump');
      await mkdir(dump);
      const contents = await dumpAndDescribe(client, program, dump, deps, signal);
      const manifest = {
        version: SERVICE_VERSION,
        server_version: server.name,
        pg_dump_version: program.major,
        taken_at: takenAt.toISOString(),
        ...contents,
        files: await listFiles(dump),
      };
      const options = { environment: deps.service.environment, signal };
      return { file, takenAt, manifest, bytes: await packBackup(dump, manifest, file, options) };
    });
  });
}

async function readServer(client: Queryable): Promise<{ name: string; major: number }> {
  const { rows } = await client.query<{ name: string; number: string }>(
    `SELECT current_setting('server_version') AS name, current_setting('server_version_num') AS number`,
  );
  const [{ name, number } = { name: '', number: '0' }] = rows;
  return { name, major: Math.floor(Number(number) / VERSION_DIVISOR) };
}

/** Both read the snapshot of the client's transaction, at the same time. */
async function dumpAndDescribe(
  client: Queryable,
  program: PostgresProgram,
  directory: string,
  deps: OpsDeps,
  interrupted: AbortSignal,
) {
  const { rows } = await client.query<{ id: string }>('SELECT pg_export_snapshot() AS id');
  const stop = new AbortController();
  const signal = AbortSignal.any([interrupted, stop.signal]);
  const dumping = runDump(program, rows[0]?.id ?? '', directory, deps, signal);
  try {
    const [contents] = await Promise.all([describeContents(client, deps), dumping]);
    return contents;
  } finally {
    // It writes nothing any more when its directory is removed.
    stop.abort();
    await dumping.catch(() => {});
  }
}

async function describeContents(client: Queryable, { service: { secretKeys } }: OpsDeps) {
  const { rows } = await client.query<{ migration: string; bytes: number }>(
    'SELECT max(name) AS migration, pg_database_size(current_database())::float8 AS bytes FROM knex_migrations',
  );
  const { migration = '', bytes = 0 } = rows[0] ?? {};
  const tables = await readTables(client);
  const secrets = secretKeys ? await readSecrets(client, secretKeys) : { keys: null, kinds: [] };
  return { migration, database_bytes: bytes, keys: secrets.keys, secrets: secrets.kinds, tables };
}

async function runDump(
  { file }: PostgresProgram,
  snapshot: string,
  directory: string,
  { service: { databaseUrl, environment } }: OpsDeps,
  signal: AbortSignal,
): Promise<void> {
  await runProgram(
    file,
    [
      '--format=directory',
      JOBS,
      `--snapshot=${snapshot}`,
      `--exclude-schema=${QUEUES_SCHEMA}`,
      '--no-password',
      `--file=${directory}`,
    ],
    { environment, databaseUrl, signal },
  );
}
