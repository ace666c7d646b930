// Plans of prepared statements, as processes get them that plan each statement once (`plansOnce` of
// shared/platform/db/connect.ts): each statement of some work is explained, with the rows that it reads, then executed.
import pg from 'pg';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { textArrayLiteral } from '../../../shared/platform/db/parameters/array-literal.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { nodesOf, type Plan, rowsRead } from './plans.ts';

/** The size of the head of an array in Postgres' binary format, and of each of its elements. */
const HEAD_BYTES = 20;
const SIZE_BYTES = 4;

/** A statement and the nodes of its plan. */
export interface ExplainedStatement {
  name: string;
  nodes: Plan[];
}

/** What runs in place of a transaction. */
interface Explaining {
  query(statement: string | NamedStatement, values?: unknown[]): Promise<pg.QueryResult>;
  inTransaction: true;
  afterCommit(): void;
}

interface NamedStatement {
  name?: string;
  text: string;
  values?: unknown[];
}

/**
 * Does work in a transaction that is rolled back.
 * @param plansOnce whether plans are generic, as in workers and when accepting; else they are those of lists
 */
export async function explainWork(
  databaseUrl: string,
  { plansOnce }: { plansOnce: boolean },
  work: (explaining: never) => Promise<unknown>,
): Promise<ExplainedStatement[]> {
  const pool = connectOnce(databaseUrl, { plansOnce });
  const client = await pool.connect();
  const explained: ExplainedStatement[] = [];
  // Work may issue several statements at the same time.
  let before: Promise<unknown> = client.query('BEGIN');
  const explaining: Explaining = {
    query(given, values = []) {
      const statement = typeof given === 'string' ? { text: given, values } : given;
      const result = before.then(async () => {
        explained.push(await explainOne(client, statement));
        return await client.query({ text: statement.text, values: statement.values ?? [] });
      });
      before = result.catch(() => undefined);
      return result;
    },
    inTransaction: true,
    afterCommit: () => undefined,
  };
  try {
    await work(explaining as never);
  } finally {
    await before;
    await client.query('ROLLBACK');
    client.release();
    await pool.end();
  }
  return explained;
}

/** One connection; like a worker's it plans a statement once, for all values. */
export function connectOnce(connectionString: string, { plansOnce } = { plansOnce: true }): Database {
  const log = createLog({ level: 'silent', process: 'test' });
  return connectDatabase({ connectionString, poolSize: 1, applicationName: 'test', plansOnce, log });
}

/** The scans of tables or indexes with such names. @param isShown prints what each has read */
export function readingsOf(explained: readonly ExplainedStatement[], tables: RegExp, isShown = false) {
  const readings = explained.flatMap(({ name: statement, nodes }) =>
    nodes
      .filter((node) => /Scan/.test(node['Node Type']))
      .filter((node) => tables.test(node['Relation Name'] ?? node['Index Name'] ?? ''))
      .map((node) => ({ statement, node, read: rowsRead(node) })),
  );
  if (isShown)
    for (const { statement, node, read } of readings)
      process.stdout.write(`${statement}: ${node['Node Type']} ${node['Index Name'] ?? ''}, ${read} rows\n`);
  return readings;
}

async function explainOne(
  client: pg.PoolClient,
  { name = '', text, values = [] }: NamedStatement,
): Promise<ExplainedStatement> {
  const literals = values.length > 0 ? `(${values.map(literalOf).join(', ')})` : '';
  await client.query('SAVEPOINT explained');
  await client.query(`PREPARE explained AS ${text}`);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained ${literals}`);
  await client.query('ROLLBACK TO SAVEPOINT explained');
  await client.query('DEALLOCATE explained');
  return { name, nodes: nodesOf(rows[0]['QUERY PLAN'][0].Plan) };
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return pg.escapeLiteral(arrayLiteralOf(value));
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(arrayLiteralOf(textsOf(value)));
  return pg.escapeLiteral(textOf(value));
}

function arrayLiteralOf(values: readonly unknown[]): string {
  if (values.every((value) => value !== null)) return textArrayLiteral(values.map(textOf));
  return `{${values.map((value) => (value === null ? 'NULL' : textArrayLiteral([textOf(value)]).slice(1, -1))).join()}}`;
}

/** The texts of an array in the binary format of shared/platform/db/parameters/text-array.ts. */
function textsOf(octets: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  for (let at = HEAD_BYTES; at < octets.length; ) {
    const size = octets.readInt32BE(at);
    at += SIZE_BYTES;
    texts.push(size < 0 ? null : octets.toString('utf8', at, at + size));
    at += Math.max(size, 0);
  }
  return texts;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}
