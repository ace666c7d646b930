// Test data for the scenario `stored`: millions of stored emails as the product leaves them after delivery. One mail is
// really sent; each row that it left becomes a pattern, which set-based statements copy with other ids, times and
// addresses. So the rows are those of the present product, in every mail table that it writes.

import type { Database } from '../../shared/platform/db/connect.ts';
import { type Transaction, transaction } from '../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { queryWithoutTimeout } from '../servers/open-database.ts';

/** A row that the mail left. */
interface Pattern {
  table: string;
  /** Column → type. */
  types: Record<string, string>;
  /** Column → value. */
  row: Record<string, unknown>;
}

/** All rows that one mail left. */
export interface StoredMail {
  patterns: readonly Pattern[];
  /** Names of the counters that it incremented. */
  metrics: readonly string[];
}

/** The values that are replaced when a pattern is copied for another mail. */
interface Identity {
  emailId: string;
  accountId: string;
  domainId: string;
  address: string;
  createdAt: string;
}

/** Accounts that the mails belong to; the first has half of the mails, the others equal shares of the rest. */
const ACCOUNTS = 20;
/** Mails per transaction. */
const CHUNK_MAILS = 250_000;

/**
 * Reads the rows that one mail left.
 * @param database in which one mail was delivered and nothing else happened
 */
export async function readStoredMail(database: Database): Promise<StoredMail> {
  const patterns: Pattern[] = [];
  for (const { name: table } of PARTITIONED_TABLES) {
    const { rows } = await database.query<{ row: Pattern['row'] }>(
      `SELECT to_jsonb(t) AS row FROM ${table} AS t`,
    );
    const types = await readTypes(database, table);
    patterns.push(...rows.map(({ row }) => ({ table, types, row })));
  }
  const { rows } = await database.query<{ metric: string }>('SELECT DISTINCT metric FROM email_metrics');
  return { patterns, metrics: rows.map(({ metric }) => metric) };
}

/** Fills an empty database that has one account with this many mails, from the start of last month until now. */
export async function storeMails(database: Database, stored: StoredMail, mails: number): Promise<void> {
  const identity = identityOf(stored.patterns);
  await insertAccounts(database, identity);
  // The log of a request is a little older than its mail, and there is no partition before last month's.
  const { rows } = await database.query<{ first: Date; last: Date }>(
    `SELECT date_trunc('month', now() - interval '1 month') + interval '1 minute' AS first, now() - interval '1 minute' AS last`,
  );
  const [span] = rows;
  for (let from = 0; from < mails; from += CHUNK_MAILS) {
    const to = Math.min(from + CHUNK_MAILS, mails) - 1;
    await transaction(database, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query(CREATE_CHUNK, [
        from,
        to,
        mails,
        span?.first,
        span?.last,
        ACCOUNTS,
        identity.accountId,
      ]);
      for (const pattern of stored.patterns) await repeatPattern(client, pattern, identity);
      await client.query(ADD_TO_METRICS, [stored.metrics]);
      await client.query(ADD_TO_USAGE);
      await client.query('DROP TABLE chunk');
    });
  }
  // The state in which autovacuum would leave a database of that size.
  await queryWithoutTimeout(database, 'VACUUM (ANALYZE)');
}

/** The creation time of a pattern, shifted to the time of another mail. */
const SHIFTED_CREATED_AT = 'mail.created_at + (pattern.created_at - own_created_at)';
/** Ids of logs have this form in the product (shared/resources/foundation/logs/insert.ts). */
const LOG_ID = `floor(extract(epoch FROM ${SHIFTED_CREATED_AT}) * 1000)::bigint * 1048576 + nextval('log_counter')`;

/** Mails in the order of their times. The account of a mail depends only on its number. */
const CREATE_CHUNK = `
  CREATE TEMPORARY TABLE chunk AS
  SELECT number, uuid_v7(created_at) AS email_id, created_at, account.id AS account_id, account.domain_id
  FROM generate_series($1::integer, $2::integer) AS number
  CROSS JOIN LATERAL (
    SELECT $4::timestamptz + ($5::timestamptz - $4::timestamptz) * number / $3::integer AS created_at
  ) AS time
  JOIN (
    SELECT accounts.id, domains.id AS domain_id,
           row_number() OVER (ORDER BY accounts.id <> $7::uuid, accounts.id) - 1 AS place
    FROM accounts JOIN domains ON domains.account_id = accounts.id
  ) AS account ON account.place = CASE WHEN number % 2 = 0 THEN 0 ELSE 1 + number / 2 % ($6::integer - 1) END
  ORDER BY number`;

const ADD_TO_METRICS = `
  INSERT INTO email_metrics AS counter (account_id, starts_at, domain_id, metric, slot, count)
  SELECT account_id, date_bin('15 minutes', created_at, 'epoch'), domain_id, metric, number % 8, count(*)
  FROM chunk CROSS JOIN unnest($1::text[]) AS metric
  GROUP BY 1, 2, 3, 4, 5
  ON CONFLICT (account_id, starts_at, domain_id, metric, slot)
    DO UPDATE SET count = counter.count + excluded.count`;

const ADD_TO_USAGE = `
  INSERT INTO email_usage AS usage (account_id, period, starts_on, used)
  SELECT account_id, period, date_trunc(period, created_at), count(*)
  FROM chunk CROSS JOIN unnest(ARRAY['day', 'month']) AS period
  GROUP BY 1, 2, 3
  ON CONFLICT (account_id, period, starts_on) DO UPDATE SET used = usage.used + excluded.used`;

async function readTypes(database: Database, table: string): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

/** @throws Error when the mail was not stored */
function identityOf(patterns: readonly Pattern[]): Identity {
  const read = (table: string, column: string) => {
    const value = patterns.find((pattern) => pattern.table === table)?.row[column];
    if (typeof value === 'string') return value;
    throw new Error(`A delivered mail left no ${column} in ${table}.`);
  };
  return {
    emailId: read('emails', 'id'),
    accountId: read('emails', 'account_id'),
    domainId: read('emails', 'domain_id'),
    address: read('email_recipients', 'address'),
    createdAt: read('emails', 'created_at'),
  };
}

/** Creates further accounts with a domain each, as copies of the first account and its domain. */
async function insertAccounts(database: Database, { accountId, domainId }: Identity): Promise<void> {
  const ids = createIds(createSystemClock());
  for (let place = 1; place < ACCOUNTS; place += 1) {
    const id = ids.next();
    await copyRow(database, 'accounts', accountId, { id, name: `Account ${place}` });
    await copyRow(database, 'domains', domainId, { id: ids.next(), account_id: id });
  }
}

async function copyRow(database: Database, table: string, id: string, changes: object): Promise<void> {
  await database.query(
    `INSERT INTO ${table}
     SELECT changed.* FROM ${table} AS original, jsonb_populate_record(original, $2::jsonb) AS changed
     WHERE original.id = $1`,
    [id, JSON.stringify(changes)],
  );
}

/** Copies a row for every mail of the chunk. */
async function repeatPattern(client: Transaction, pattern: Pattern, identity: Identity): Promise<void> {
  const { table, types, row } = pattern;
  const columns = Object.keys(types);
  const values = columns.map((column) => repeatedValue(column, types[column] ?? '', row[column], identity));
  await client.query(
    `WITH pattern AS MATERIALIZED (
       SELECT *, $2::text AS own_email_id, $3::text AS own_address, $4::timestamptz AS own_created_at
       FROM jsonb_populate_record(NULL::${table}, $1::jsonb)
     )
     INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM chunk AS mail CROSS JOIN pattern ORDER BY mail.number`,
    [JSON.stringify(row), identity.emailId, identity.address, identity.createdAt],
  );
}

/** The SQL for a column of the copy: ids, times and addresses are the other mail's, the rest is the pattern's. */
function repeatedValue(column: string, type: string, value: unknown, identity: Identity): string {
  const own = `pattern.${column}`;
  if (type === 'timestamptz') return `mail.created_at + (${own} - own_created_at)`;
  if (column === 'id' && type === 'int8') return LOG_ID;
  if (type === 'uuid') {
    if (value === identity.emailId) return 'mail.email_id';
    if (value === identity.accountId) return 'mail.account_id';
    if (value === identity.domainId) return 'mail.domain_id';
    return column === 'id' ? 'uuid_v7(mail.created_at)' : own;
  }
  const text = JSON.stringify(value) ?? '';
  const isOfThisMail = text.includes(identity.emailId) || text.includes(identity.address);
  if (!isOfThisMail) return own;
  const withId = `replace(${own}::text, own_email_id, mail.email_id::text)`;
  return `replace(${withId}, own_address, 'u' || mail.number || '@shop.test')::${type}`;
}
