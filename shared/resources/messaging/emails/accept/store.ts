// Stores planned submissions with the group store: what of them is written, in which order, which errors are the fault
// of one, and by which rows an email is found after a lost answer to COMMIT
// (docs/architecture/guarantees.md#group-commit).

import type { Database } from '../../../../platform/db/connect.ts';
import { createGroupStore, type GroupStore } from '../../../../platform/db/group-store/group-store.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { PassCrashPoint } from '../../../../platform/process/crash-points.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { UploadGoneError } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { chargeQuota, QuotaExceededError } from '../../../foundation/accounts/quota/quota.ts';
import { finishKeys, ReservationLostError, requestInProgress } from '../../../foundation/idempotency/keys.ts';
import { GivenUpError } from './deadline.ts';
import { chargeOf, type PlannedSubmission } from './decide.ts';
import { CapacityExceededError, chargeCapacities } from './guards/reputation.ts';
import { inParts, insertEmails, insertRows } from './insert.ts';
import type { PlannedEmail } from './plan.ts';
import type { Accepted } from './submission.ts';
import { writeCompanions } from './write-companions.ts';

const ERRORS_OF_ONE = [
  QuotaExceededError,
  CapacityExceededError,
  ReservationLostError,
  GivenUpError,
  UploadGoneError,
];

/** A submission that is stored. */
export interface StoredSubmission {
  accepted: Accepted;
  planned: PlannedSubmission;
}

/** Dependencies of storing. */
export interface StoreDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
  passCrashPoint: PassCrashPoint;
}

/** Stores submissions in groups. The locked owners are the accounts whose quota counters are locked. */
export type SubmissionStore = GroupStore<PlannedSubmission, StoredSubmission>;

/** Creates the store of an acceptor. */
export function createSubmissionStore(deps: StoreDeps): SubmissionStore {
  return createGroupStore({
    database: deps.database,
    ownerOf: ({ submission }) => submission.accountId,
    write: (client, group) => write(client, group, deps),
    beforeCommit(group) {
      if (group.some(isGivenUp)) throw new GivenUpError('The request has given up waiting.');
    },
    isFaultOfOne: (error) => ERRORS_OF_ONE.some((kind) => error instanceof kind),
    refusalOf,
    idsOf: emailIdsOf,
    table: 'emails',
    resultAfterLostCommit: (planned) => ({ accepted: acceptedOf(planned), planned }),
    onCommitSent: () => deps.passCrashPoint('accept-commit-sent'),
  });
}

/**
 * All statements of the transaction, pipelined, after the first parts of a large group. Companions are locked before the
 * emails, the quota counters and then the capacities last (docs/architecture/guarantees.md#lock-order).
 */
async function write(client: Transaction, group: readonly PlannedSubmission[], deps: StoreDeps) {
  const companions = writeCompanions(client, group);
  const emails = group.flatMap((planned) => planned.emails);
  const { first, last } = inParts(emails);
  if (first.length > 0) await Promise.all([companions, insertParts(client, first)]);
  const written = Promise.all([
    insertEmails(client, emails, last, deps),
    finishKeys(client, group.flatMap(answerUnderKey)),
    chargeQuota(client, group.map(chargeOf)),
    chargeCapacities(client, group),
  ]);
  if (companions !== undefined) {
    // A lost claim counts before a used-up quota, so that no caller reports a refusal for a row that it has lost.
    await Promise.allSettled([companions, written]);
    await companions;
  }
  const [transactionId, , usages] = await written;
  const results = group.map((planned, index) => ({
    accepted: { ...acceptedOf(planned), usage: usages[index] },
    planned,
  }));
  return { transactionId, results };
}

async function insertParts(client: Transaction, parts: readonly (readonly PlannedEmail[])[]): Promise<void> {
  for (const part of parts) await insertRows(client, part);
}

function acceptedOf(planned: PlannedSubmission): Accepted {
  return { ids: emailIdsOf(planned), refused: planned.refused, usage: undefined };
}

function emailIdsOf({ emails }: PlannedSubmission): string[] {
  return emails.map(({ email }) => email.id);
}

function answerUnderKey(planned: PlannedSubmission) {
  const { idempotency } = planned.submission;
  return idempotency ? [{ ...idempotency.reservation, ...idempotency.answerOf(acceptedOf(planned)) }] : [];
}

function isGivenUp({ submission: { deadline } }: PlannedSubmission): boolean {
  return deadline !== undefined && !deadline.mayCommit();
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ReservationLostError) return requestInProgress();
  const isRefused = error instanceof QuotaExceededError || error instanceof CapacityExceededError;
  return isRefused ? error.refusal : error;
}
