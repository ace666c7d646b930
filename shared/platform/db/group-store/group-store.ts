// Stores groups of items, each group in one transaction, and reports the outcome of each item (group-commit.ts forms
// the groups). It handles a group in which one item is at fault, owners that are locked, deadlocks, and a connection
// that dies during COMMIT (docs/architecture/guarantees.md#group-commit). It is generic: accepting emails stores
// submissions with it. The ids of an item exist before it is stored and stay the same at each try.

import { setTimeout as delay } from 'node:timers/promises';
import { isDataError, SQLSTATES, sqlstateOf } from '../../failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../failures/unavailable.ts';
import type { Database } from '../connect.ts';
import { type Transaction, transaction } from '../transaction.ts';
import { FaultyItemsError } from './faulty-items.ts';
import { findCommitted, findStoredIds, type SentCommit } from './find-committed.ts';
import { LockedOwners } from './locked-owners.ts';

/**
 * How long a group waits for a lock. The items of the locked owner are then stored apart, without delaying the others.
 */
const GROUP_LOCK_TIMEOUT_MS = 500;
const APART_LOCK_TIMEOUT_MS = 10_000;
/**
 * Retries after a deadlock. The lock order prevents deadlocks (docs/architecture/guarantees.md#lock-order), so several
 * in a row are a bug that must be seen.
 */
const DEADLOCK_TRIES_MAX = 3;
/** The pause in which the transaction that won takes its locks; an immediate retry could take them first. */
const DEADLOCK_PAUSE_MS = 50;

/** The functions that write items, and what is known about them. */
export interface GroupStoreOptions<Item, Result> {
  database: Database;
  /** The owner whose locks the item needs: when they are locked for long, all items of this owner are stored apart. */
  ownerOf(item: Item): string;
  /**
   * Writes items in a transaction. It may run several times for an item, of which one is committed at most.
   * @throws FaultyItemsError when it knows which items are at fault: the others are then stored together again
   */
  write(client: Transaction, items: readonly Item[]): Promise<WrittenGroup<Result>>;
  /** Called after the write; COMMIT is sent at once if it does not throw. */
  beforeCommit?(items: readonly Item[]): void;
  /**
   * Whether an error is the fault of one item, so that the others are stored without it. Postgres's refusals of data
   * and lock timeouts always are.
   */
  isFaultOfOne(error: unknown): boolean;
  /** The outcome of the item at fault; by default the error itself. */
  refusalOf?(error: unknown): unknown;
  /** The ids of the rows that show that an item is stored. At least one. */
  idsOf(item: Item): readonly string[];
  /** Their table; undefined: no row shows it, and after a lost answer to COMMIT the items count as not stored. */
  table: string | undefined;
  /** The result of an item that is stored although the answer to COMMIT was lost, and with it what `write` returned. */
  resultAfterLostCommit(item: Item): Result;
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?(): void;
}

/** The result of writing a group. */
export interface WrittenGroup<Result> {
  /** The id of the transaction (`pg_current_xact_id`), to ask how it ended if the answer to COMMIT is lost. */
  transactionId: string;
  /** One result per item, in their order. */
  results: readonly Result[];
}

/** The outcome of an item: it is stored, or nothing of it is. */
export type StoreOutcome<Result> = { result: Result } | { error: unknown };

/** The outcomes of a group. Those of locked owners take longer and are promises. */
export type StoreOutcomes<Item, Result> = Map<Item, StoreOutcome<Result> | Promise<StoreOutcome<Result>>>;

/** Stores groups of items. */
export interface GroupStore<Item, Result> {
  /**
   * Stores a group. If one item is at fault, the others are stored without it, under the same ids. Items of a locked
   * owner are stored apart.
   * @returns the outcome of each item; an error is one too
   * @throws when the answer to COMMIT was lost and the database stays unavailable, or does not confirm: then no outcome
   *   is known
   */
  store(items: readonly Item[]): Promise<StoreOutcomes<Item, Result>>;
}

/** Creates a store. Groups that may wait for each other's locked owners share one. */
export function createGroupStore<Item, Result>(
  options: GroupStoreOptions<Item, Result>,
): GroupStore<Item, Result> {
  const deps = { ...options, lockedOwners: new LockedOwners() };
  return { store: (items) => storeGroup(deps, items) };
}

type Deps<Item, Result> = GroupStoreOptions<Item, Result> & { lockedOwners: LockedOwners };

async function storeGroup<Item, Result>(
  deps: Deps<Item, Result>,
  group: readonly Item[],
): Promise<StoreOutcomes<Item, Result>> {
  const isLocked = (item: Item) => deps.lockedOwners.has(deps.ownerOf(item));
  const locked = byOwner(deps, group.filter(isLocked));
  const apart = [...locked].flatMap(([owner, part]) => [...storeApart(deps, owner, part)]);
  const stored = await storeTogether(
    deps,
    group.filter((item) => !isLocked(item)),
    GROUP_LOCK_TIMEOUT_MS,
  );
  return new Map([...apart, ...stored]);
}

async function storeTogether<Item, Result>(
  deps: Deps<Item, Result>,
  group: readonly Item[],
  lockTimeoutMs: number,
  tries = 1,
): Promise<StoreOutcomes<Item, Result>> {
  if (group.length === 0) return new Map();
  /** Set just before COMMIT is sent. */
  const last: { sent?: SentCommit } = {};
  try {
    const results = await transaction(
      deps.database,
      async (client) => {
        const written = await deps.write(client, group);
        deps.beforeCommit?.(group);
        last.sent = { transactionId: written.transactionId, sentAtMs: performance.now() };
        return written.results;
      },
      { lockTimeoutMs, onCommitSent: () => deps.onCommitSent?.() },
    );
    return new Map(group.map((item, index) => [item, { result: results[index] as Result }]));
  } catch (error) {
    // Deadlock retry: Postgres rolled back the whole transaction, so it is repeated unchanged, under the same ids.
    if (sqlstateOf(error) === SQLSTATES.deadlockDetected && tries < DEADLOCK_TRIES_MAX) {
      await delay(DEADLOCK_PAUSE_MS);
      return await storeTogether(deps, group, lockTimeoutMs, tries + 1);
    }
    if (isLockTimeout(error) && lockTimeoutMs < APART_LOCK_TIMEOUT_MS)
      return await storeByOwner(deps, group, lockTimeoutMs);
    if (error instanceof FaultyItemsError) return await storeOthers(deps, group, error, lockTimeoutMs);
    if (isFaultOfOne(deps, error)) return await storeOneByOne(deps, group, error, lockTimeoutMs);
    if (last.sent === undefined || !isDatabaseUnavailable(error)) return allFailed(group, error);
    return await readBack(deps, group, last.sent, error);
  }
}

/** Stores each owner in a transaction of its own, to find the locked owner, which is then stored apart. */
async function storeByOwner<Item, Result>(
  deps: Deps<Item, Result>,
  group: readonly Item[],
  lockTimeoutMs: number,
): Promise<StoreOutcomes<Item, Result>> {
  const parts = byOwner(deps, group);
  const [only, ...others] = parts;
  if (only && others.length === 0) return storeApart(deps, ...only);
  const outcomes: StoreOutcomes<Item, Result> = new Map();
  for (const part of parts.values())
    for (const entry of await storeTogether(deps, part, lockTimeoutMs)) outcomes.set(...entry);
  return outcomes;
}

function byOwner<Item, Result>({ ownerOf }: Deps<Item, Result>, group: readonly Item[]): Map<string, Item[]> {
  const parts = new Map<string, Item[]>();
  for (const item of group) {
    const owner = ownerOf(item);
    parts.set(owner, [...(parts.get(owner) ?? []), item]);
  }
  return parts;
}

/** Stores the items of one locked owner when its lock is free. Other groups do not wait for it. */
function storeApart<Item, Result>(
  deps: Deps<Item, Result>,
  owner: string,
  part: readonly Item[],
): StoreOutcomes<Item, Result> {
  const stored = deps.lockedOwners.run(owner, () => storeTogether(deps, part, APART_LOCK_TIMEOUT_MS));
  const outcomeOf = async (item: Item) =>
    (await stored).get(item) ?? { error: new Error('An item has no outcome.') };
  return new Map(part.map((item) => [item, outcomeOf(item)]));
}

/** The write knows which items are at fault; the others are stored together, under the same ids. */
async function storeOthers<Item, Result>(
  deps: Deps<Item, Result>,
  group: readonly Item[],
  error: FaultyItemsError,
  lockTimeoutMs: number,
): Promise<StoreOutcomes<Item, Result>> {
  const { faults } = error;
  const others = group.filter((item) => !faults.has(item));
  // The same write would name the same items again, without end.
  if (others.length === group.length) return allFailed(group, error);
  const outcomes = await storeTogether(deps, others, lockTimeoutMs);
  for (const item of group) if (faults.has(item)) outcomes.set(item, { error: faults.get(item) });
  return outcomes;
}

/** Stores items one by one to find the one at fault; of a single item the fault is its own. */
async function storeOneByOne<Item, Result>(
  deps: Deps<Item, Result>,
  group: readonly Item[],
  error: unknown,
  lockTimeoutMs: number,
): Promise<StoreOutcomes<Item, Result>> {
  const [only, ...others] = group;
  if (only && others.length === 0) return allFailed(group, deps.refusalOf?.(error) ?? error);
  const outcomes: StoreOutcomes<Item, Result> = new Map();
  for (const item of group)
    for (const entry of await storeTogether(deps, [item], lockTimeoutMs)) outcomes.set(...entry);
  return outcomes;
}

/**
 * Determines the outcome after the answer to COMMIT was lost: items whose rows exist were committed, the others were
 * not. Effects after the commit are lost with the answer, such as the wake-ups of webhooks; the tick finds their
 * messages.
 */
async function readBack<Item, Result>(
  { database, idsOf, table, resultAfterLostCommit }: Deps<Item, Result>,
  group: readonly Item[],
  sent: SentCommit,
  error: unknown,
): Promise<StoreOutcomes<Item, Result>> {
  const ids = group.flatMap(idsOf);
  const stored = await findCommitted(database, sent, async (connection) =>
    table === undefined ? new Set() : await findStoredIds(connection, table, ids),
  );
  return new Map(
    group.map((item) => [
      item,
      idsOf(item).every((id) => stored.has(id)) ? { result: resultAfterLostCommit(item) } : { error },
    ]),
  );
}

function allFailed<Item, Result>(group: readonly Item[], error: unknown): StoreOutcomes<Item, Result> {
  return new Map(group.map((item) => [item, { error }]));
}

function isFaultOfOne<Item, Result>(deps: Deps<Item, Result>, error: unknown): boolean {
  return isLockTimeout(error) || isDataError(error) || deps.isFaultOfOne(error);
}

/** Another transaction holds a lock, for example the quota counters of an account. */
function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATES.lockNotAvailable;
}
