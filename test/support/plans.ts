// Query plans: shows how Postgres would execute exactly the statements that our code sends, by EXPLAIN before each of
// them.
import type { Pool } from 'pg';
import type { Queryable } from '../../shared/platform/db/connect.ts';

/** A node of a plan in the output of EXPLAIN (FORMAT JSON). */
export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** These are only present with ANALYZE. */
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

type Statement = string | { text: string; values: unknown[] };

/**
 * Runs `work` with a connection that explains each statement instead of executing it, and returns no rows.
 * @param options of EXPLAIN: ANALYZE executes the statement too
 * @returns the plan of each statement, as a list of its nodes
 */
export async function explain(
  pool: Pool,
  work: (explaining: Queryable) => Promise<unknown>,
  options = 'FORMAT JSON',
): Promise<Plan[][]> {
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

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}
