// One step of the deletion of an account (docs/architecture/account-deletion.md): it begins, waits for what had begun before,
// or removes rows of the next table that has any. It passes over all tables again and again, until a pass finds nothing.

import type { Transaction } from '../../../platform/db/transaction.ts';
import { readAlongIndexes } from '../../../platform/removal/read-along-indexes.ts';
import { removeNextRows } from '../../../platform/removal/remove-next-rows.ts';
import type { RemovedCounts, RemovedRows } from '../../../platform/removal/removed-rows.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/time/durations.ts';
import { type Ids, NIL_UUID } from '../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps, type WalkStep } from '../../../platform/work/walk.ts';
import { deleteAccountRow } from '../../foundation/accounts/row.ts';
import { anonymizeAuditEvents } from '../../foundation/audit-events/anonymize.ts';
import { recordAuditEvent } from '../../foundation/audit-events/record.ts';
import { addRemoved, beginDeletion, removeMembers } from './begin.ts';
import type { DeletionPhase } from './deletion.ts';
import type { AccountTables } from './tables.ts';

interface DeletionRow {
  id: string;
  accountId: string;
  position: readonly string[];
  phase: DeletionPhase;
  stepRows: number;
  removed: RemovedCounts;
  actorType: 'person' | 'operator';
  actorId: string | null;
}

/** By then requests that were in progress have ended, and their logs are written. */
const SETTLING_MS = 2 * MINUTE_MS;
const CLAIMED_DELAY_MS = 5 * SECOND_MS;
/** A step that takes less than half of it removes more the next time, and one that takes longer less. */
const STEP_MS = 100;
const STEP_ROWS_MIN = 10;
const STEP_ROWS_MAX = 1_000;
/** Places that a step searches for rows, such as the automations of an account; most of them may have none. */
const LOOKS_MAX = 500;

/** The place of the removal after the tables. */
const MEMBERS_PLACE = 'members';
const AUDIT_PLACE = 'audit_events';

/** What a deletion works with. */
interface DeletionDeps {
  ids: Ids;
  accountTables: AccountTables;
}

export const deletionWalk = defineWalk<DeletionRow, WalkDeps & DeletionDeps>({
  table: 'account_deletions',
  // A step that has failed is tried again with few rows: theirs may be many bytes.
  columns: `position, phase, CASE WHEN attempts > 1 THEN ${STEP_ROWS_MIN} ELSE step_rows END AS "stepRows", removed, actor_type AS "actorType", actor_id AS "actorId"`,
  async step(row, { client, deps, now }) {
    const { accountId } = row;
    if (row.phase === 'waiting') {
      const removed = await beginDeletion(client, deps.accountTables, accountId);
      const waitUntil = new Date(now.getTime() + SETTLING_MS);
      return { position: [], set: { phase: 'settling', removed }, waitUntil };
    }
    if (row.phase === 'settling') {
      if (!(await isClaimed(client, deps.accountTables, accountId)))
        return { position: [], set: { phase: 'removing' } };
      return { position: [], waitUntil: new Date(now.getTime() + CLAIMED_DELAY_MS) };
    }
    return await removeSome(client, row, deps, now);
  },
});

/** Whether a worker has a row of the account. No other one claims any: the account is suspended. */
async function isClaimed(
  client: Transaction,
  { claimed }: AccountTables,
  accountId: string,
): Promise<boolean> {
  await readAlongIndexes(client);
  const claims = claimed.map(
    // Few rows are claimed, an account may have many: OFFSET keeps the planner from its index.
    (table) =>
      `EXISTS (SELECT FROM (SELECT account_id FROM ${table} WHERE claimed_by IS NOT NULL OFFSET 0) AS claimed
               WHERE account_id = $1)`,
  );
  const { rows } = await client.query<{ isClaimed: boolean }>({
    name: 'find-claims-of-account',
    text: `SELECT ${claims.join(' OR ')} AS "isClaimed"`,
    values: [accountId],
  });
  return rows[0]?.isClaimed ?? false;
}

/** The position of a step: a place, and the position in it; undefined: after the last one. */
interface Place {
  at: string | undefined;
  position: readonly string[];
}

async function removeSome(
  client: Transaction,
  row: DeletionRow,
  { ids, accountTables: { inOrder } }: DeletionDeps,
  now: Date,
): Promise<WalkStep> {
  const places = [...inOrder.map(({ table }) => table), MEMBERS_PLACE, AUDIT_PLACE];
  const startedMs = performance.now();
  const along = readAlongIndexes(client);
  const [at = places[0], ...position] = row.position;
  let place: Place = { at, position };
  let removed: RemovedCounts = {};
  for (let looks = 0; place.at !== undefined && Object.keys(removed).length === 0; looks += 1) {
    if (looks === LOOKS_MAX) return { position: [place.at, ...place.position] };
    // In one batch with the first statement.
    const [page] = await Promise.all([removeAt(client, row, inOrder, place), along]);
    removed = addRemoved({}, page.removed);
    place = page.position
      ? { at: place.at, position: page.position }
      : { at: places[places.indexOf(place.at) + 1], position: [] };
  }
  const all = addRemoved(row.removed, removed);
  if (place.at === undefined && row.position.length === 0 && Object.keys(removed).length === 0)
    return await endDeletion(client, row, ids, now);
  const set = { removed: all, step_rows: rowsAfter(row.stepRows, performance.now() - startedMs) };
  return { position: place.at === undefined ? [] : [place.at, ...place.position], set };
}

async function removeAt(
  client: Transaction,
  { accountId, stepRows }: DeletionRow,
  tables: readonly RemovedRows[],
  { at, position }: Place,
): Promise<{ removed: RemovedCounts; position: readonly string[] | undefined }> {
  if (at === MEMBERS_PLACE) return { removed: await removeMembers(client, accountId), position: undefined };
  if (at === AUDIT_PLACE) {
    const [after = NIL_UUID] = position;
    const { last, count } = await anonymizeAuditEvents(client, { accountId, after, limit: stepRows });
    return { removed: { [AUDIT_PLACE]: count }, position: last === undefined ? undefined : [last] };
  }
  const rows = tables.find(({ table }) => table === at);
  if (!rows) throw new Error(`No deletion removes rows of ${at}.`);
  return await removeNextRows(client, rows, { ownerId: accountId, position, limit: stepRows });
}

function rowsAfter(stepRows: number, tookMs: number): number {
  if (tookMs > STEP_MS) return Math.max(STEP_ROWS_MIN, Math.floor(stepRows / 2));
  return tookMs < STEP_MS / 2 ? Math.min(STEP_ROWS_MAX, stepRows * 2) : stepRows;
}

/** A whole pass has found nothing in this transaction: the account's own row is removed with its suspension. */
async function endDeletion(
  client: Transaction,
  { accountId, removed, actorType, actorId }: DeletionRow,
  ids: Ids,
  now: Date,
): Promise<WalkStep> {
  await deleteAccountRow(client, accountId);
  const { [AUDIT_PLACE]: _, ...gone } = removed;
  const rows = Object.values(gone).reduce((sum, count) => sum + count, 0);
  await recordAuditEvent(client, ids, {
    accountId: null,
    operation: 'account.deleted',
    isAnonymous: true,
    now,
    actor:
      actorType === 'person' && actorId !== null ? { type: 'person', id: actorId } : { type: 'operator' },
    targetId: `${accountId}: ${rows} rows`,
  });
  return { isDone: true };
}
