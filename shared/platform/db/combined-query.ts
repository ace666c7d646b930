// Several questions in one statement: each is a SELECT of its own, and the server answers all of them as one row. What
// a statement costs beside its rows, on the wire and on both sides, is more than a small SELECT takes.
import type { Queryable } from './connect.ts';

/** A question: a SELECT, and what its rows say. */
export interface CombinableQuery<T> {
  /** Its parameters are $1, $2, … */
  text: string;
  values: readonly unknown[];
  /** @param rows as JSON has them: numbers up to 2^53, instants as text */
  // biome-ignore lint/suspicious/noExplicitAny: each question knows its own rows.
  answer(rows: any[]): T;
}

type Answers<Queries> = {
  [Place in keyof Queries]: Queries[Place] extends CombinableQuery<infer T> ? T : never;
};

/**
 * Asks several questions at once; all see the same moment.
 * @param name of the statement, the same for the same questions in the same order
 */
export async function queryTogether<const Queries extends readonly CombinableQuery<unknown>[]>(
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

/** Asks one question. */
export async function queryAlone<T>(
  database: Queryable,
  name: string,
  query: CombinableQuery<T>,
): Promise<T> {
  const [answer] = await queryTogether(database, name, [query]);
  return answer;
}
