// Combines several small SELECTs into one statement; the server returns the rows of each as one JSON column. The
// overhead of a statement (on the network and on both sides) is larger than the cost of a small SELECT.
import type { Queryable } from './connect.ts';

/** A SELECT that can be combined with others, and how its result is read from its rows. */
export interface CombinableQuery<T> {
  /** The SELECT, with the parameters $1, $2, … */
  text: string;
  values: readonly unknown[];
  /** @param rows from JSON: numbers up to 2^53, times as text */
  // biome-ignore lint/suspicious/noExplicitAny: each query knows the type of its rows.
  answer(rows: any[]): T;
}

type Answers<Queries> = {
  [Place in keyof Queries]: Queries[Place] extends CombinableQuery<infer T> ? T : never;
};

/**
 * Runs several queries as one statement; all see the same snapshot.
 * @param name name of the prepared statement; the same queries in the same order must have the same name
 * @returns the results, in the order of the queries
 */
export async function queryCombined<const Queries extends readonly CombinableQuery<unknown>[]>(
  database: Queryable,
  name: string,
  queries: Queries,
): Promise<Answers<Queries>> {
  const values: unknown[] = [];
  const columns = queries.map((query, place) => {
    const text = query.text.replaceAll(/\$(\d+)/g, (_, number) => `$${values.length + Number(number)}`);
    values.push(...query.values);
    return `(SELECT coalesce(json_agg(found), '[]') FROM (${text}) AS found) AS "${place}"`;
  });
  const text = `SELECT ${columns.join(',\n')}`;
  const { rows } = await database.query<Record<string, unknown[]>>({ name, text, values });
  return queries.map((query, place) => query.answer(rows[0]?.[place] ?? [])) as Answers<Queries>;
}

/** Runs one query. */
export async function querySingle<T>(
  database: Queryable,
  name: string,
  query: CombinableQuery<T>,
): Promise<T> {
  const [answer] = await queryCombined(database, name, [query]);
  return answer;
}
