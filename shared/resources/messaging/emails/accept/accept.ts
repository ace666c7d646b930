// Accepts emails: check, plan, decide and store, with group commit: submissions that arrive together share one
// transaction (docs/architecture/guarantees.md#accept). An id is returned only after its row is committed. Ids are made
// before the transaction, so when the answer to COMMIT is lost, the rows themselves show what happened; nothing is
// retried under new ids.

import { DomainError } from '../../../../contract/domain-error.ts';
import {
  createGroupCommit,
  type GroupCommit,
  TooManyWaitingError,
} from '../../../../platform/db/group-commit.ts';
import type { StoreOutcome } from '../../../../platform/db/group-store/group-store.ts';
import type { QueueDefinition } from '../../../../platform/queues/definition.ts';
import { MailShares } from '../delivery/shares.ts';
import { SENDING_WORK } from '../delivery/work.ts';
import type { NewEmail } from '../email.ts';
import { recordRefusals } from '../record-refusals.ts';
import { readAcceptData } from './check.ts';
import { decide, type PlannedSubmission } from './decide.ts';
import type { SimulatedDomains } from './drop-cause.ts';
import type { PlannedRecipient } from './plan.ts';
import { planGroup } from './plan-group.ts';
import { sizeOfEmail } from './size.ts';
import {
  createSubmissionStore,
  type StoreDeps,
  type StoredSubmission,
  type SubmissionStore,
} from './store.ts';
import type { Accepted, Submission } from './submission.ts';

/**
 * Connections of the pool in which a process accepts. Of emails and of events, one writes a group; the others serve accounts
 * whose counters another transaction locks for seconds, and create the contacts of events.
 */
export const ACCEPT_POOL_SIZE = 10;
const GROUP_MAX_EMAILS = 100;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
/** While one group is written, the next one gathers. Two groups at a time would be twice as many and half as large. */
const GROUPS_AT_A_TIME = 1;
/** Beyond this, callers get 503 with Retry-After: it is about two seconds of work. */
const WAITING_MAX_EMAILS = 5_000;
const WAITING_MAX_BYTES = 64 * 1024 * 1024;
/** The same limit for large submissions, which are each a group of their own: a body may have 100 MB. */
const LARGE_WAITING_MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** Dependencies of accepting. */
export interface AcceptDeps extends StoreDeps, SimulatedDomains {}

type AcceptingDeps = AcceptDeps & { store: SubmissionStore; shares: MailShares };

type Outcome = StoreOutcome<StoredSubmission>;

/** A submission and the memory that it takes. */
interface Sized {
  submission: Submission;
  bytes: number;
}

/** Accepts submissions of many callers. */
export interface Acceptor {
  /**
   * Stores a submission and wakes the workers that send it.
   * @throws DomainError the refusal, or `sending_service_unavailable` when too many emails are waiting to be stored
   * @throws CompanionLostError when the claim of its companion was lost
   */
  submit(submission: Submission): Promise<Accepted>;
  /**
   * Submits one email.
   * @returns its id, after the commit
   */
  accept(email: NewEmail): Promise<string>;
  /** Resolves when all submissions are stored or refused. */
  drain(): Promise<void>;
}

/** Creates the acceptor of a process. */
export function createAcceptor(given: AcceptDeps): Acceptor {
  const deps: AcceptingDeps = { ...given, store: createSubmissionStore(given), shares: new MailShares() };
  // Large submissions are written in parallel to the others: storing 100 MB takes seconds.
  const groups = createGroups(deps, WAITING_MAX_BYTES);
  const largeGroups = createGroups(deps, LARGE_WAITING_MAX_BYTES);
  const submit = async (submission: Submission): Promise<Accepted> => {
    const bytes = sizeOf(submission);
    const lane = bytes > GROUP_MAX_BYTES ? largeGroups : groups;
    const outcome = await lane.add({ submission, bytes }).catch(refuseWhenFull);
    if ('error' in outcome) throw outcome.error;
    wakeStored(deps, outcome.result.planned);
    return outcome.result.accepted;
  };
  return {
    submit,
    async accept(email) {
      const { ids } = await submit({ accountId: email.accountId, emails: [email] });
      return ids[0] ?? '';
    },
    async drain() {
      await Promise.all([groups.drain(), largeGroups.drain()]);
    },
  };
}

/** Accounts take turns, and no account may fill the gathering buffer. */
function createGroups(deps: AcceptingDeps, maxWaitingBytes: number): GroupCommit<Sized, Outcome> {
  return createGroupCommit({
    write: (group) =>
      acceptGroup(
        deps,
        group.map(({ submission }) => submission),
      ),
    ownerOf: ({ submission }) => submission.accountId,
    countOf: ({ submission }) => submission.emails.length,
    sizeOf: ({ bytes }) => bytes,
    maxItems: GROUP_MAX_EMAILS,
    maxBytes: GROUP_MAX_BYTES,
    maxWaiting: WAITING_MAX_EMAILS,
    maxWaitingBytes,
    maxWriting: GROUPS_AT_A_TIME,
  });
}

function sizeOf({ emails }: Submission): number {
  return emails.reduce((sum, email) => sum + sizeOfEmail(email), 0);
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof TooManyWaitingError)) throw error;
  throw new DomainError(
    'sending_service_unavailable',
    'Too many emails are waiting to be stored. Nothing was sent. Try again later.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    },
  );
}

async function acceptGroup(
  deps: AcceptingDeps,
  group: readonly Submission[],
): Promise<(Outcome | Promise<Outcome>)[]> {
  const emails = group.flatMap((submission) => submission.emails);
  const [data] = await Promise.all([
    readAcceptData(deps.database, emails, deps),
    deps.shares.read(deps.database),
  ]);
  const plans = await planGroup(deps, emails, data);
  const { stop, accountLimits } = data;
  const judged = group.map((submission) => {
    const own = plans.splice(0, submission.emails.length);
    return {
      submission,
      plans: own,
      decided: decide(submission, own, accountLimits.get(submission.accountId)),
    };
  });
  const decided = judged.map((each) => each.decided);
  // Stopped sending is checked last: a client that retries after Retry-After must not learn only then that its request
  // was invalid all along.
  if (stop) return decided.map((each) => ({ error: each instanceof DomainError ? each : stop }));
  const planned = decided.filter((each): each is PlannedSubmission => !(each instanceof DomainError));
  for (const each of planned) deps.shares.begin(each.emails);
  // A refusal is answered only when its record is stored: otherwise the client must try again.
  const recorded = recordRefusals(deps.database, judged).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const stored = await deps.store.store(planned);
  return decided.map((each) =>
    each instanceof DomainError
      ? recorded.then((failed) => failed ?? { error: each })
      : (stored.get(each) ?? { error: each }),
  );
}

function wakeStored({ queues, passCrashPoint }: AcceptDeps, { emails }: PlannedSubmission): void {
  const woken = new Map<QueueDefinition, string[]>();
  for (const { email, recipients } of emails)
    for (const recipient of recipients) {
      const queue = queueOf(email, recipient);
      if (!queue) continue;
      const ids = woken.get(queue) ?? [];
      woken.set(queue, ids);
      ids.push(recipient.id);
    }
  if (woken.size === 0) return;
  passCrashPoint('accept-committed');
  for (const [queue, ids] of woken) queues.wake(queue, ids);
}

/** The queue that a recipient is woken in; undefined: it is not woken now. */
function queueOf({ lane }: NewEmail, { state, initialTurn }: PlannedRecipient): QueueDefinition | undefined {
  if (state !== 'queued' || initialTurn === 'waiting') return undefined;
  const { queue, queueInTurn = queue } = SENDING_WORK[lane];
  return initialTurn === 'first' ? queue : queueInTurn;
}
