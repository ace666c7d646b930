// Finds pg_dump and pg_restore of the right version, and runs them on the database that the product uses. Its address goes
// to them in the environment: a command line can be read by every user of the machine.
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addressOf, type DatabaseAddress } from '../../shared/platform/db/connect.ts';
import { BackupError } from './backup-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A program of Postgres. */
export interface PostgresProgram {
  file: string;
  major: number;
}

/** The directory of Debian's programs of each version; `pg_dump` in PATH is there a script that chooses one. */
const DEBIAN_DIRECTORY = '/usr/lib/postgresql';
/** The authorities of the system: on Debian, which our image and package are made for. */
const SYSTEM_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** The variables of our environment that programs get: neither SECRET_KEY nor the credentials of other services. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'PGPASSFILE'];
/** Each takes a connection and a core. */
const JOBS_MAX = 4;
export const JOBS = `--jobs=${Math.min(JOBS_MAX, availableParallelism())}`;
const LAST_WORDS = 65_536;
/** The first complaint; warnings may precede it. */
const COMPLAINT = /^\w+: (?:error|fatal): .*$/m;

/**
 * The program with the lowest version that is new enough: a newer one may write what an older server does not read.
 * @param serverMajor of the server, or of what wrote a dump
 * @throws BackupError that names the package to install
 */
export async function findProgram(
  name: 'pg_dump' | 'pg_restore',
  serverMajor: number,
  environment: Environment,
): Promise<PostgresProgram> {
  const directories = environment['POSTGRES_BIN_DIR']
    ? [environment['POSTGRES_BIN_DIR']]
    : [...(await listDebianDirectories()), ...(environment['PATH'] ?? '').split(path.delimiter)];
  const files = directories.map((directory) => path.join(directory, name)).filter((file) => existsSync(file));
  const found = (await Promise.all(files.map(readVersion))).filter((each) => each !== undefined);
  found.sort((one, other) => one.major - other.major);
  const fitting = found.find(({ major }) => major >= serverMajor);
  if (fitting) return fitting;
  const install = `install the package postgresql-client-${serverMajor}`;
  const newest = found.at(-1);
  throw new BackupError(
    newest
      ? `${newest.file} is from PostgreSQL ${newest.major}, but version ${serverMajor} is needed: ${install}.`
      : `There is no ${name} on this machine: ${install}.`,
  );
}

async function listDebianDirectories(): Promise<string[]> {
  const versions = await readdir(DEBIAN_DIRECTORY).catch(() => []);
  return versions.map((version) => path.join(DEBIAN_DIRECTORY, version, 'bin'));
}

async function readVersion(file: string): Promise<PostgresProgram | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version']);
    const major = Number(/\(PostgreSQL\) (?<major>\d+)/.exec(stdout)?.groups?.['major']);
    return major > 0 ? { file, major } : undefined;
  } catch {
    return undefined;
  }
}

/** Translates DATABASE_URL into variables of libpq, which has other words for TLS than `pg`, and another default host. */
export function libpqVariablesOf(databaseUrl: string, given: Environment): Environment {
  const { host, port, user, password, database, ssl } = addressOf(databaseUrl);
  const { searchParams } = new URL(databaseUrl);
  const mode = tlsModeOf(ssl);
  const rootCertificate =
    searchParams.get('sslrootcert') ?? given['PGSSLROOTCERT'] ?? given['NODE_EXTRA_CA_CERTS'];
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGDATABASE: database,
    PGSSLMODE: mode,
    PGPASSWORD: password ?? undefined,
    PGSSLCERT: searchParams.get('sslcert') ?? undefined,
    PGSSLKEY: searchParams.get('sslkey') ?? undefined,
    PGSSLROOTCERT: mode.startsWith('verify') ? (rootCertificate ?? SYSTEM_CERTIFICATES) : undefined,
  };
}

function tlsModeOf(ssl: DatabaseAddress['ssl']): string {
  if (!ssl) return 'disable';
  const { rejectUnauthorized, checkServerIdentity } = ssl === true ? {} : ssl;
  if (rejectUnauthorized === false) return 'require';
  return checkServerIdentity ? 'verify-ca' : 'verify-full';
}

/**
 * Runs a program to its end.
 * @param options `databaseUrl`: of the database that it works on, if it is one of Postgres
 * @throws BackupError with the line that it complained with
 */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: { environment: Environment; databaseUrl?: string; signal?: AbortSignal },
): Promise<void> {
  const { environment, databaseUrl, signal } = options;
  const env = {
    ...Object.fromEntries(INHERITED.map((name) => [name, environment[name]])),
    ...(databaseUrl !== undefined && libpqVariablesOf(databaseUrl, environment)),
    LC_ALL: 'C',
  };
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'], ...(signal && { signal }) });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  // Also after an error it is waited for: what it writes to may be removed then.
  const [code, killedBy] = await new Promise<[code: number | null, killedBy: string | null]>((resolve) => {
    child.once('close', (...ended) => resolve(ended));
  });
  if (code === 0) return;
  const said = (words || failure?.message || '').trim();
  const complaint = (COMPLAINT.exec(said)?.[0] ?? said.split('\n')[0])?.replace(/\.$/, '');
  throw new BackupError(
    `${path.basename(file)} failed: ${complaint || (killedBy ? `it was ended by ${killedBy}` : `exit code ${code}`)}.`,
  );
}
