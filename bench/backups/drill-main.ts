// The drill of backup and restore: fills a database with delivered mails, backs it up and verifies the copy, with the commands
// that operators use. It prints a row for bench/figures.json.
//
//   POSTGRES_BIN_DIR=/usr/lib/postgresql/15/bin node --import tsx/esm bench/backups/drill-main.ts 1000000
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { migrate } from '../../shared/platform/db/migrations/migrate.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { loadAverage } from '../machine.ts';
import { readStoredMail, storeMails } from '../posthorn/stored-mail.ts';
import { withDatabase } from '../servers/open-database.ts';

const MAILS = Number(process.argv[2] ?? 1_000_000);
const SECRET_KEY = 'nKQwTVd0sJ1rgk3yVw5gkYyq2mF1cJ3xk6vQe8r0u9A=';
const HTML_BYTES = 1_850;
const EVENTS = ['queued', 'sent', 'delivered'];
const MEGABYTE = 1_000_000;

const binDir = process.env['POSTGRES_BIN_DIR'];
const settings = { max_wal_size: '4GB', shared_buffers: '512MB' };
const cluster = await startTemporaryCluster({ prefix: 'posthorn-drill-', binDir, settings });
const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-drill-copies-'));
try {
  const log = createLog({ level: 'warn', process: 'drill' });
  const options = { partitionedTables: PARTITIONED_TABLES, clock: createSystemClock(), log };
  await migrate({ connectionString: cluster.url, ...options });
  const account = await ops('create-account', '--name', 'Drill', '--plan', 'unlimited');
  await ops('add-domain', String(account['id']), 'drill.test');
  const bytes = await withDatabase(cluster.url, async (database) => {
    await deliver(database);
    await storeMails(database, await readStoredMail(database), MAILS);
    const { rows } = await database.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return Number(rows[0]?.bytes);
  });
  const load = loadAverage().toFixed(1);
  const copy = await ops('backup', '--to', directory);
  const verified = await ops('verify-backup', String(copy['file']));
  const megabytes = (count: unknown) => Math.round(Number(count) / MEGABYTE).toLocaleString('en-US');
  const cells = [MAILS, verified['rows']].map((count) => Number(count).toLocaleString('en-US'));
  cells.push(`${megabytes(bytes)} MB`, `${copy['seconds']} s, ${megabytes(copy['bytes'])} MB`);
  cells.push(`${verified['seconds']} s (${verified['restore_seconds']} s)`, load);
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
} finally {
  await cluster.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Runs a verb. @returns what it printed */
async function ops(...args: string[]): Promise<Record<string, unknown>> {
  const service = { DATABASE_URL: cluster.url, SECRET_KEY, PUBLIC_URL: 'https://drill.test' };
  const environment = { ...process.env, ...service, DATA_DIR: '/nonexistent' };
  const command = ['--import', 'tsx/esm', 'ops/main.ts', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: environment });
  return JSON.parse(stdout);
}

/** Inserts the rows that a delivered mail leaves. */
async function deliver(database: Database): Promise<void> {
  const html = `<p>${'Your order has been shipped. '.repeat(Math.ceil(HTML_BYTES / 29))}</p>`;
  await database.query(
    `WITH mail AS (
       INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                           to_addresses, subject, created_at)
       SELECT id, account_id, domain_id, id, 'api', 'delivered', '<' || id || '@drill.test>', 'a@drill.test',
              'a@drill.test', '{u@shop.test}', 'Your order', now()
       FROM (SELECT uuid_v7(now()) AS id, account_id, id AS domain_id FROM domains) AS new
       RETURNING id, account_id
     ), content AS (
       INSERT INTO email_contents (id, account_id, html, text, created_at)
       SELECT id, account_id, $1, 'Your order has been shipped.', now() FROM mail
     ), recipient AS (
       INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT uuid_v7(now()), id, account_id, 'to', 0, 'u@shop.test', 'delivered', 'transactional', now() FROM mail
     )
     INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
     SELECT uuid_v7(now()), id, account_id, 'u@shop.test', type, '{}', now()
     FROM mail CROSS JOIN unnest($2::text[]) AS type`,
    [html, EVENTS],
  );
}
