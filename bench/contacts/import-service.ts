// The API and a worker for imports, on an empty audience.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Database } from '../../shared/platform/db/connect.ts';
import { monotonicMs } from '../monotonic.ts';
import { openDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { Variant } from '../variant.ts';
import type { ImportPlace } from './import-peers.ts';

/** An import that has ended. */
export interface MeasuredImport {
  /** The time from the answer of POST to the end. */
  ms: number;
  counts: Record<'total' | 'created' | 'updated' | 'skipped' | 'failed', number>;
}

/** A running service. */
export interface ImportService {
  database: Database;
  /** Imports of the first account. */
  run(file: Buffer, conflict: 'update' | 'skip'): Promise<MeasuredImport>;
  /** Creates another account. @returns what begins an import of it, and answers the id */
  addAccount(): Promise<(file: Buffer) => Promise<string>>;
  /** Largest memory of each process so far, in bytes; empty where the system does not report it. */
  peakMemory(): Record<string, number>;
  stop(): Promise<void>;
}

/** No mail is sent, so no server listens. */
const NO_SMTP_PORT = 1;
const POLL_EVERY_MS = 10;
const OTHER_DOMAIN = 'other.local';
const KIBIBYTE = 1_024;

const PREPARE_PROPERTIES = `
  WITH counter AS (
    INSERT INTO contact_property_counters (account_id, last_number) SELECT account_id, 3 FROM audiences WHERE is_default
  )
  INSERT INTO contact_properties (id, account_id, number, key, type, created_at)
  SELECT uuid_v7(now()), account_id, number, key, type, now()
  FROM audiences, (VALUES (1, 'city', 'string'), (2, 'visits', 'number'), (3, 'member_since', 'date')) AS given (number, key, type)
  WHERE is_default`;

/** A database without contacts. */
export interface EmptyAudience {
  database: Database;
  databaseUrl: string;
  place: ImportPlace;
}

/** An empty database of the family, with properties for the columns of the file. */
export async function openEmptyAudience(
  { databases }: Servers,
  { family }: Variant,
  name: string,
): Promise<EmptyAudience> {
  const databaseUrl = await databases.clone(name, family);
  const database = openDatabase(databaseUrl);
  await database.query(PREPARE_PROPERTIES);
  const { rows } = await database.query<ImportPlace>(
    'SELECT account_id AS "accountId", id AS "audienceId" FROM audiences WHERE is_default',
  );
  if (!rows[0]) throw new Error('The database must have one account.');
  return { database, databaseUrl, place: rows[0] };
}

/** @param contactLimit of the account's plan; undefined: none */
export async function openImportService(
  servers: Servers,
  variant: Variant,
  { name, contactLimit }: { name: string; contactLimit?: number },
): Promise<ImportService> {
  const { database, databaseUrl } = await openEmptyAudience(servers, variant, name);
  if (contactLimit !== undefined) await database.query('UPDATE plans SET contact_limit = $1', [contactLimit]);
  const { target, processes } = await variant.start({
    startProcess: servers.startProcess,
    databaseUrl,
    redisUrl: servers.redisUrl,
    queuePrefix: `{${name}}`,
    smtpPort: NO_SMTP_PORT,
    processes: { api: 1, send: 0, audience: 1 },
    startPostfix: servers.startPostfix,
  });
  if (target.protocol !== 'http') throw new Error('Imports need an API.');
  const url = `${target.urls[0]}/contacts/imports`;
  return {
    database,
    async run(file, conflict) {
      const id = await startImport(url, target.headers, file, conflict);
      return await followImport(`${url}/${id}`, target.headers);
    },
    async addAccount() {
      const account = await variant.createAccount?.(database, OTHER_DOMAIN);
      const headers = { ...target.headers, authorization: `Bearer ${account?.apiKey}` };
      return (file) => startImport(url, headers, file, 'skip');
    },
    peakMemory: () => Object.fromEntries(processes.flatMap(({ name: of, pid }) => readPeak(of, pid))),
    async stop() {
      for (const process of processes) await process.stop();
      await database.end();
      await servers.databases.drop(name);
    },
  };
}

/** @returns the id of the import */
async function startImport(
  url: string,
  headers: Record<string, string>,
  file: Buffer,
  conflict: string,
): Promise<string> {
  const body = new FormData();
  body.set('on_conflict', conflict);
  body.set('file', new Blob([file]), 'contacts.csv');
  const posted = await fetch(url, { method: 'POST', headers, body });
  const created = (await posted.json()) as { id: string };
  if (posted.status !== 201) throw new Error(`POST /contacts/imports: ${JSON.stringify(created)}`);
  return created.id;
}

async function followImport(url: string, headers: Record<string, string>): Promise<MeasuredImport> {
  const startedAtMs = monotonicMs();
  for (;;) {
    const answer = await request(url, { headers });
    const read = (await answer.body.json()) as MeasuredImport & { status: string; error: string | null };
    if (read.status === 'completed') return { ms: monotonicMs() - startedAtMs, counts: read.counts };
    if (!['queued', 'in_progress'].includes(read.status))
      throw new Error(`The import has failed: ${read.error}`);
    await delay(POLL_EVERY_MS);
  }
}

function readPeak(name: string, pid: number): [string, number][] {
  try {
    const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return peak === undefined ? [] : [[name, Number(peak) * KIBIBYTE]];
  } catch {
    return [];
  }
}
