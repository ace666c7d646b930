// Query plans: shows how Postgres would execute exactly the statements that our code sends, by EXPLAIN before each of
// them.
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { Queryable } from '../../../shared/platform/db/connect.ts';
import { findPage, type ListedRows, type PageRequest } from '../../../shared/platform/db/page.ts';

/** A node of a plan in the output of EXPLAIN (FORMAT JSON). */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Sort Key'?: string[];
  /** These are only present with ANALYZE. */
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Sends statements on the connection that it gets. */
export type Work = (explaining: Queryable) => Promise<unknown>;

type Statement = string | { text: string; values: unknown[] };

/**
 * Runs `work` with a connection that explains each statement instead of executing it, and returns no rows.
 * @param options of EXPLAIN: ANALYZE executes the statement too
 * @returns the plan of each statement, as a list of its nodes
 */
export async function explain(pool: Pool, work: Work, options = 'FORMAT JSON'): Promise<Plan[][]> {
  const plans: Plan[][] = [];
  const explaining = {
    async query(statement: Statement, given: unknown[] = []) {
      const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement;
      const { rows } = await pool.query(`EXPLAIN (${options}) ${text}`, values);
      plans.push(nodesOf(rows[0]['QUERY PLAN'][0].Plan as Plan));
      return { rows: [] };
    },
  };
  await work(explaining as never);
  return plans;
}

/** Executes the statements of `work` too. @returns the nodes of all plans, with the rows that each has read */
export async function analyze(pool: Pool, work: Work): Promise<Plan[]> {
  return (await explain(pool, work, 'ANALYZE, FORMAT JSON')).flat();
}

/** Analyzes one page of 20 rows per direction. @param cursor an id in the middle of the list */
export async function analyzePages(pool: Pool, cursor: string, listed: (page: PageRequest) => ListedRows) {
  const analyzed: { page: string; nodes: Plan[] }[] = [];
  for (const direction of [{}, { after: cursor }, { before: cursor }]) {
    const page = { limit: 20, ...direction };
    const list: Work = (explaining) => findPage(explaining, listed(page), page);
    const [nodes = [], ...others] = await explain(pool, list, 'ANALYZE, FORMAT JSON');
    expect(others).to.deep.equal([]);
    analyzed.push({ page: Object.keys(direction)[0] ?? 'first', nodes });
  }
  return analyzed;
}

/** The rows that a node has read, including those that it filtered out. */
export function rowsRead(node: Plan): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'];
}

/** The rows that all these nodes have read. */
export function sumRead(nodes: readonly Plan[]): number {
  return nodes.reduce((sum, node) => sum + rowsRead(node), 0);
}

/** The nodes that read one of these tables. */
export function scansOf(nodes: readonly Plan[], tables = /./): Plan[] {
  return nodes.filter((node) => tables.test(node['Relation Name'] ?? ''));
}

/** The workers that are alive, and the accounts that are suspended. */
const SMALL_TABLES: ReadonlySet<string | undefined> = new Set(['worker_processes', 'account_suspensions']);

/** Expects that no table is read as a whole, and that an index with such a name is used. */
export function expectIndex(nodes: readonly Plan[], index: RegExp, row = ''): void {
  const whole = nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']);
  expect(
    whole.filter((table) => !SMALL_TABLES.has(table)),
    row,
  ).to.deep.equal([]);
  const used = nodes.flatMap((node) => node['Index Name'] ?? []);
  expect(used.join(), row).to.match(index);
}

/** A plan and those that it consists of. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
