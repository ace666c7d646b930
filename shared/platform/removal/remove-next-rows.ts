// Removes the next rows of an owner from a table. Rows are found in the order of an index (keyset), so that no step passes
// again over the rows that the steps before it have removed. A row with dependents is locked first and they are removed by
// statements that begin after that: what another transaction has added to it under the same lock goes too.

import type { Transaction } from '../db/transaction.ts';
import { type Dependent, deletionsOf } from '../retention/retention.ts';
import { NIL_UUID } from '../time/ids.ts';
import type { FindParent, RemovedCounts, RemovedRows } from './removed-rows.ts';

/** The position of a removal in a table, and how much it removes. */
export interface RemovalStep {
  ownerId: string;
  /** Empty: at the beginning. With parents: a parent that is done, or a parent, its `ref` and the key in it. */
  position: readonly string[];
  limit: number;
}

/** The result of a step. */
export interface RemovedPage {
  removed: RemovedCounts;
  /** Undefined: the table has no more. */
  position: readonly string[] | undefined;
}

const NOTHING = {};

/** Removes at most `limit` rows, with their dependents, or finds the next parent. */
export async function removeNextRows(
  client: Transaction,
  rows: RemovedRows,
  { ownerId, position, limit }: RemovalStep,
): Promise<RemovedPage> {
  if (!rows.parents) return await removePage(client, rows, { ownerId, position, limit });
  const [parentId, ref, ...key] = position;
  if (parentId === undefined || ref === undefined)
    return await findNextParent(client, rows.parents, ownerId, parentId);
  const page = await removePage(client, rows, { ownerId: ref, position: key, limit });
  return { ...page, position: page.position ? [parentId, ref, ...page.position] : [parentId] };
}

async function findNextParent(
  client: Transaction,
  find: FindParent,
  ownerId: string,
  after = NIL_UUID,
): Promise<RemovedPage> {
  const next = await find(client, ownerId, after);
  const position = next && (next.ref === null ? [next.id] : [next.id, next.ref]);
  return { removed: NOTHING, position };
}

async function removePage(client: Transaction, rows: RemovedRows, step: RemovalStep): Promise<RemovedPage> {
  const limit = Math.min(step.limit, rows.atOnce ?? step.limit);
  if (rows.key.length === 0) return await removeFew(client, rows, { ...step, limit });
  if (rows.dependents || rows.content) return await removeWithDependents(client, rows, { ...step, limit });
  return await removeRange(client, rows, { ...step, limit });
}

/** SQL of a key, as a column or as a row of them. */
const keyOf = ({ key }: RemovedRows) => `(${key.map(([name]) => name).join(', ')})`;
const orderOf = ({ key }: RemovedRows, direction = '') =>
  key.map(([name]) => `${name} ${direction}`).join(', ');
const textsOf = ({ key }: RemovedRows) => `ARRAY[${key.map(([name]) => `${name}::text`).join(', ')}]`;
const valuesOf = ({ key }: RemovedRows, first: number) =>
  `(${key.map(([, type], index) => `$${first + index}::${type}`).join(', ')})`;

/** The rows after a position, which has the parameters from $2 on. */
function rowsAfter(rows: RemovedRows, position: readonly string[]): string {
  const after = position.length > 0 ? ` AND ${keyOf(rows)} > ${valuesOf(rows, 2)}` : '';
  return `${rows.table} WHERE ${rows.column} = $1${after}`;
}

/** Removes rows without dependents by the range of their keys. */
async function removeRange(
  client: Transaction,
  rows: RemovedRows,
  { ownerId, position, limit }: RemovalStep,
): Promise<RemovedPage> {
  const { table, key } = rows;
  const begun = position.length > 0 ? 'next' : 'first';
  const { rows: found } = await client.query<{ last: string[] }>({
    name: `end-of-removed-${begun}-${table}`,
    text: `SELECT ${textsOf(rows)} AS last FROM (
             SELECT ${key.map(([name]) => name).join(', ')} FROM ${rowsAfter(rows, position)}
             ORDER BY ${orderOf(rows)} LIMIT $${position.length + 2}) AS page
           ORDER BY ${orderOf(rows, 'DESC')} LIMIT 1`,
    values: [ownerId, ...position, limit],
  });
  const last = found[0]?.last;
  if (!last) return { removed: NOTHING, position: undefined };
  const { rowCount } = await client.query({
    name: `remove-${begun}-${table}`,
    text: `DELETE FROM ${rowsAfter(rows, position)} AND ${keyOf(rows)} <= ${valuesOf(rows, position.length + 2)}`,
    values: [ownerId, ...position, ...last],
  });
  return { removed: { [table]: rowCount ?? 0 }, position: last };
}

/** Removes the locked rows: a row that was added between them has dependents of its own. */
async function removeWithDependents(
  client: Transaction,
  rows: RemovedRows,
  { ownerId, position, limit }: RemovalStep,
): Promise<RemovedPage> {
  // No column of the answer is named as one of the table: it would be ordered by its text, which no index is.
  const { rows: locked } = await client.query<{ lockedId: string; key: string[] }>({
    name: `lock-removed-${position.length > 0 ? 'next' : 'first'}-${rows.table}`,
    text: `SELECT id AS "lockedId", ${textsOf(rows)} AS key FROM ${rowsAfter(rows, position)}
           ORDER BY ${orderOf(rows)} LIMIT $${position.length + 2} FOR UPDATE`,
    values: [ownerId, ...position, limit],
  });
  const last = locked.at(-1);
  if (!last) return { removed: NOTHING, position: undefined };
  const { rows: counts } = await client.query<{ of: string; count: number }>({
    name: `remove-locked-${rows.table}`,
    text: lockedDeletion(rows),
    values: [locked.map(({ lockedId }) => lockedId)],
  });
  const removed: Record<string, number> = {};
  for (const { of, count } of counts) removed[of] = (removed[of] ?? 0) + count;
  return { removed, position: last.key };
}

/** One statement; each part finds its rows by the ids of $1. */
function lockedDeletion({ table, content, dependents = [] }: RemovedRows): string {
  const own: Dependent = { table, column: 'id', ...(content !== undefined && { content }) };
  const deletions = [...dependents, own].flatMap((dependent) => deletionsOf(dependent, '$1::uuid[]'));
  const parts = deletions.map(({ text }, index) => `part_${index} AS (${text} RETURNING 1)`);
  const counts = deletions.map(
    ({ of }, index) => `SELECT '${of}' AS "of", count(*)::integer AS count FROM part_${index}`,
  );
  return `WITH ${parts.join(', ')} ${counts.join(' UNION ALL ')}`;
}

/**
 * Its next page is the first one again. It waits for rows that are being changed: without their lock it would not find
 * them.
 */
async function removeFew(
  client: Transaction,
  { table, column }: RemovedRows,
  { ownerId, limit }: RemovalStep,
): Promise<RemovedPage> {
  await client.query({
    name: `lock-few-${table}-${column}`,
    text: `SELECT FROM ${table} WHERE ${column} = $1 LIMIT $2 FOR UPDATE`,
    values: [ownerId, limit],
  });
  const { rowCount } = await client.query({
    name: `remove-few-${table}-${column}`,
    text: `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${column} = $1 LIMIT $2))`,
    values: [ownerId, limit],
  });
  const count = rowCount ?? 0;
  return { removed: count > 0 ? { [table]: count } : NOTHING, position: count > 0 ? [] : undefined };
}
