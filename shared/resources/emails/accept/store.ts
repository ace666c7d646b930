// Stores planned submissions in one transaction (group commit) and tells the outcome of each. It also handles a group
// in which one submission is at fault, locked accounts, deadlocks, and a connection that dies during COMMIT
// (docs/architecture/guarantees.md#group-commit).

import type { Database } from '../../../platform/db/connect.ts';
import { isDataError, SQLSTATES, sqlstateOf } from '../../../platform/db/sqlstates.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { isDatabaseUnavailable } from '../../../platform/db/unavailable.ts';
import type { PassCrashPoint } from '../../../platform/process/crash-points.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { UploadGoneError } from '../../../platform/storage/uploads.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { chargeQuota, QuotaExceededError } from '../../accounts/quota.ts';
import { finishKeys, ReservationLostError, requestInProgress } from '../../idempotency/keys.ts';
import { GivenUpError } from './deadline.ts';
import { chargeOf, type PlannedSubmission } from './decide.ts';
import { findStored } from './find-stored.ts';
import { insertEmails } from './insert.ts';
import type { LockedAccounts } from './locked-accounts.ts';
import type { Accepted } from './submission.ts';

/**
 * How long a group waits for a lock. The submissions of the locked account are then stored apart, without delaying the
 * others.
 */
const GROUP_LOCK_TIMEOUT_MS = 500;
const APART_LOCK_TIMEOUT_MS = 10_000;
/**
 * Retries after a deadlock. The lock order prevents deadlocks (docs/architecture/guarantees.md#lock-order), so several
 * in a row are a bug that must be seen.
 */
const DEADLOCK_TRIES_MAX = 3;

const ERRORS_OF_ONE = [QuotaExceededError, ReservationLostError, GivenUpError, UploadGoneError];

/** The outcome of one submission. */
export type Outcome = { accepted: Accepted; planned: PlannedSubmission } | { error: unknown };

/** Dependencies of storing. */
export interface StoreDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  passCrashPoint: PassCrashPoint;
  lockedAccounts: LockedAccounts;
}

type Outcomes = Map<PlannedSubmission, Outcome | Promise<Outcome>>;

/**
 * Stores a group. If one submission is at fault, the others are stored without it, under the same ids. Submissions of a
 * locked account are stored apart; their outcomes are promises.
 */
export async function storeSubmissions(
  deps: StoreDeps,
  group: readonly PlannedSubmission[],
): Promise<Outcomes> {
  const isLocked = ({ submission }: PlannedSubmission) => deps.lockedAccounts.has(submission.accountId);
  const apart = byAccount(group.filter(isLocked)).flatMap((part) => [...storeApart(deps, part)]);
  const stored = await storeTogether(
    deps,
    group.filter((planned) => !isLocked(planned)),
    GROUP_LOCK_TIMEOUT_MS,
  );
  return new Map([...apart, ...stored]);
}

async function storeTogether(
  deps: StoreDeps,
  group: readonly PlannedSubmission[],
  lockTimeoutMs: number,
  tries = 1,
): Promise<Outcomes> {
  if (group.length === 0) return new Map();
  /** Set just before COMMIT is sent. */
  const sent: { transactionId?: string } = {};
  try {
    const accepted = await transaction(
      deps.database,
      async (client) => {
        const written = await write(client, group, deps);
        if (group.some(isGivenUp)) throw new GivenUpError('The request has given up waiting.');
        sent.transactionId = written.transactionId;
        return written.accepted;
      },
      { lockTimeoutMs, onCommitSent: () => deps.passCrashPoint('accept-commit-sent') },
    );
    return new Map(
      group.map((planned, index) => [planned, { accepted: accepted[index] as Accepted, planned }]),
    );
  } catch (error) {
    // Deadlock retry: Postgres rolled back the whole transaction, so it is repeated unchanged, under the same ids.
    if (sqlstateOf(error) === SQLSTATES.deadlockDetected && tries < DEADLOCK_TRIES_MAX)
      return await storeTogether(deps, group, lockTimeoutMs, tries + 1);
    if (isLockTimeout(error) && lockTimeoutMs < APART_LOCK_TIMEOUT_MS)
      return await storeByAccount(deps, group, lockTimeoutMs);
    if (isFaultOfOne(error)) return await storeOneByOne(deps, group, error, lockTimeoutMs);
    if (sent.transactionId === undefined || !isDatabaseUnavailable(error)) return allFailed(group, error);
    return await readBack(deps, group, sent.transactionId, error);
  }
}

function isGivenUp({ submission: { deadline } }: PlannedSubmission): boolean {
  return deadline !== undefined && !deadline.mayCommit();
}

/**
 * All statements of the transaction, pipelined. The quota counters are locked last
 * (docs/architecture/guarantees.md#lock-order).
 */
async function write(client: Transaction, group: readonly PlannedSubmission[], deps: StoreDeps) {
  const emails = group.flatMap((planned) => planned.emails);
  const [transactionId, , usages] = await Promise.all([
    insertEmails(client, emails, deps),
    finishKeys(client, group.flatMap(answerUnderKey)),
    chargeQuota(client, group.map(chargeOf)),
  ]);
  const accepted = group.map((planned, index) => ({ ...acceptedOf(planned), usage: usages[index] }));
  return { transactionId, accepted };
}

function acceptedOf({ emails, refused }: PlannedSubmission): Accepted {
  return { ids: emails.map(({ email }) => email.id), refused, usage: undefined };
}

function answerUnderKey(planned: PlannedSubmission) {
  const { idempotency } = planned.submission;
  return idempotency ? [{ ...idempotency.reservation, ...idempotency.answerOf(acceptedOf(planned)) }] : [];
}

/** Stores each account in a transaction of its own, to find the locked account, which is then stored apart. */
async function storeByAccount(
  deps: StoreDeps,
  group: readonly PlannedSubmission[],
  lockTimeoutMs: number,
): Promise<Outcomes> {
  const parts = byAccount(group);
  const [only, ...others] = parts;
  if (only && others.length === 0) return storeApart(deps, only);
  const outcomes: Outcomes = new Map();
  for (const part of parts)
    for (const entry of await storeTogether(deps, part, lockTimeoutMs)) outcomes.set(...entry);
  return outcomes;
}

function byAccount(group: readonly PlannedSubmission[]): PlannedSubmission[][] {
  const parts = new Map<string, PlannedSubmission[]>();
  for (const planned of group) {
    const { accountId } = planned.submission;
    parts.set(accountId, [...(parts.get(accountId) ?? []), planned]);
  }
  return [...parts.values()];
}

/** Stores the submissions of one locked account when its lock is free. Other groups do not wait for it. */
function storeApart(deps: StoreDeps, part: readonly PlannedSubmission[]): Outcomes {
  const accountId = part[0]?.submission.accountId ?? '';
  const stored = deps.lockedAccounts.run(accountId, () => storeTogether(deps, part, APART_LOCK_TIMEOUT_MS));
  const outcomeOf = async (planned: PlannedSubmission) =>
    (await stored).get(planned) ?? { error: new Error('A submission has no outcome.') };
  return new Map(part.map((planned) => [planned, outcomeOf(planned)]));
}

/** Stores submissions one by one to find the one at fault; of a single submission the fault is its own. */
async function storeOneByOne(
  deps: StoreDeps,
  group: readonly PlannedSubmission[],
  error: unknown,
  lockTimeoutMs: number,
): Promise<Outcomes> {
  const [only, ...others] = group;
  if (only && others.length === 0) return new Map([[only, { error: refusalOf(error) }]]);
  const outcomes: Outcomes = new Map();
  for (const planned of group)
    for (const entry of await storeTogether(deps, [planned], lockTimeoutMs)) outcomes.set(...entry);
  return outcomes;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ReservationLostError) return requestInProgress();
  return error instanceof QuotaExceededError ? error.refusal : error;
}

/**
 * Determines the outcome after the answer to COMMIT was lost: emails that exist were committed, the others were not.
 * The wake-ups of webhooks are lost with the answer; the tick finds their messages.
 */
async function readBack(
  { database }: StoreDeps,
  group: readonly PlannedSubmission[],
  transactionId: string,
  error: unknown,
): Promise<Outcomes> {
  const ids = group.flatMap((planned) => acceptedOf(planned).ids);
  const stored = await findStored(database, transactionId, ids);
  return new Map(
    group.map((planned) => {
      const accepted = acceptedOf(planned);
      return [planned, accepted.ids.every((id) => stored.has(id)) ? { accepted, planned } : { error }];
    }),
  );
}

function allFailed(group: readonly PlannedSubmission[], error: unknown): Outcomes {
  return new Map(group.map((planned) => [planned, { error }]));
}

function isFaultOfOne(error: unknown): boolean {
  return ERRORS_OF_ONE.some((kind) => error instanceof kind) || isLockTimeout(error) || isDataError(error);
}

/** Another transaction holds the counters of an account. */
function isLockTimeout(error: unknown): boolean {
  return sqlstateOf(error) === SQLSTATES.lockNotAvailable;
}
