// The verb that tries a backup (docs/backup.md#try-a-backup): restores it into a database of its own, compares what is there
// with what was backed up, opens its secrets, and migrates it to this version.
import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../../shared/platform/config/config.ts';
import type { Queryable } from '../../shared/platform/db/connect.ts';
import { findDataDirectory } from '../../shared/platform/db/data-directory.ts';
import { listMigrations } from '../../shared/platform/db/migrations/migrations.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { SERVICE_VERSION } from '../../shared/platform/process/version.ts';
import type { SecretKeys } from '../../shared/platform/security/secret-keys.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { BackupError } from '../backups/backup-error.ts';
import { readSecrets, readTables, type SecretContents } from '../backups/contents.ts';
import { inWorkDirectory, unpackBackup } from '../backups/files.ts';
import { untilInterrupted } from '../backups/interruption.ts';
import { underLock } from '../backups/lock.ts';
import { compareSecrets, compareTables, type Manifest } from '../backups/manifest.ts';
import { findProgram, JOBS, runProgram } from '../backups/postgres-programs.ts';
import { inTemporaryDatabase } from '../backups/temporary-database.ts';
import type { OpsDeps, Verb } from '../verb.ts';

const MEGABYTE = 1_000_000;

export const verifyBackupVerb: Verb = {
  summary: 'Restores a backup into a temporary database, and compares it with the original.',
  parameters: ['file'],
  options: {},
  audit: 'none',
  async run({ file = '' }, deps) {
    const { secretKeys } = deps.service;
    if (!secretKeys) throw new ConfigError('SECRET_KEY is required to decrypt the secrets in the backup.');
    const startedMs = performance.now();
    const given = path.resolve(file);
    const verified = await untilInterrupted((signal) =>
      underLock(deps.database, 'verification', (client) =>
        inWorkDirectory(path.dirname(given), (directory) =>
          verify({ file: given, directory, client, secretKeys, deps, signal }),
        ),
      ),
    );
    const { manifest, problems, secrets, restoreMs } = verified;
    return {
      object: 'backup_verification',
      met: problems.length === 0,
      file: given,
      bytes: (await stat(given)).size,
      seconds: secondsOf(performance.now() - startedMs),
      restore_seconds: secondsOf(restoreMs),
      version: manifest.version,
      migration: manifest.migration,
      taken_at: manifest.taken_at,
      tables: Object.keys(manifest.tables).length,
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      sampled_tables: Object.values(manifest.tables).filter(({ sample }) => sample !== null).length,
      secrets,
      problems,
    };
  },
  isBadNews: (result) => 'met' in result && result.met === false,
};

interface Verification {
  file: string;
  /** The directory in which it is unpacked. */
  directory: string;
  /** The session with the lock. */
  client: Queryable;
  secretKeys: SecretKeys;
  deps: OpsDeps;
  signal: AbortSignal;
}

interface Verified {
  manifest: Manifest;
  problems: string[];
  secrets: readonly SecretContents[];
  restoreMs: number;
}

async function verify(verification: Verification): Promise<Verified> {
  const { file, directory, client, secretKeys, deps, signal } = verification;
  const { environment, databaseUrl } = deps.service;
  const manifest = await unpackBackup(file, directory, { environment, signal });
  await requireKnown(manifest);
  await requireSpace(client, manifest);
  return await inTemporaryDatabase(client, databaseUrl, signal, async (url, database) => {
    const startedMs = performance.now();
    await restore(directory, url, manifest, verification);
    const restoreMs = performance.now() - startedMs;
    const problems = compareTables(manifest.tables, await transaction(database, readTables));
    // The tables were those of the backup's version; the next steps expect those of this one.
    const failure = await bringUpToDate(url, deps).catch((error: Error) => error.message);
    if (failure !== undefined) return { manifest, restoreMs, secrets: [], problems: [...problems, failure] };
    const { kinds: secrets } = await readSecrets(database, secretKeys);
    return { manifest, restoreMs, secrets, problems: [...problems, ...compareSecrets(manifest, secrets)] };
  });
}

async function restore(
  directory: string,
  url: string,
  { pg_dump_version: major }: Manifest,
  { deps, signal }: Verification,
): Promise<void> {
  const { environment } = deps.service;
  const { file } = await findProgram('pg_restore', major, environment);
  await runProgram(
    file,
    [
      '--exit-on-error',
      '--no-owner',
      '--no-privileges',
      '--no-password',
      JOBS,
      `--dbname=${path.basename(new URL(url).pathname)}`,
      directory,
    ],
    { environment, databaseUrl: url, signal },
  );
}

async function requireKnown({ version, migration }: Manifest): Promise<void> {
  if ((await listMigrations()).includes(migration)) return;
  throw new BackupError(
    `The backup was made by version ${version}. Its migration ${migration} is unknown to this version, ${SERVICE_VERSION}. Use version ${version}.`,
  );
}

/** A full disk would stop the service, if its Postgres is the same. */
async function requireSpace(client: Queryable, { database_bytes: needed }: Manifest): Promise<void> {
  const data = await findDataDirectory(client);
  if (!('path' in data)) return;
  const { bavail, bsize } = await statfs(data.path);
  if (bavail * bsize >= needed) return;
  const [free, size] = [bavail * bsize, needed].map((bytes) => Math.round(bytes / MEGABYTE));
  throw new BackupError(
    `The database had ${size} MB, but ${data.path} has only ${free} MB free. Name another server in DATABASE_URL.`,
  );
}

async function bringUpToDate(url: string, { clock }: OpsDeps): Promise<undefined> {
  // knex is loaded for this alone.
  const { migrate } = await import('../../shared/platform/db/migrations/migrate.ts');
  const log = createLog({ level: 'silent', process: 'ops' });
  await migrate({ connectionString: url, partitionedTables: PARTITIONED_TABLES, clock, log });
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
