// Accepts emails: check, plan, decide, store, in groups of whatever arrives together (design rules 1 and 2). Whoever
// gets an id back has it from a committed row. Ids were made before, so when the answer to COMMIT is lost the rows
// themselves say what happened; nothing is ever retried under new ids.

import { DomainError } from '../../../contract/domain-error.ts';
import {
  createGroupCommit,
  GatheringFullError,
  type GroupCommit,
} from '../../../platform/db/group-commit.ts';
import { sendQueue } from '../delivery/queue.ts';
import type { NewEmail } from '../email.ts';
import { readFacts } from './check.ts';
import { decide, type PlannedSubmission } from './decide.ts';
import { LockedAccounts } from './locked-accounts.ts';
import { type AcceptFacts, planEmail } from './plan.ts';
import { keepInSandbox } from './sandbox.ts';
import { sizeOfEmail } from './size.ts';
import { type Outcome, type StoreDeps, storeSubmissions } from './store.ts';
import type { Accepted, Submission } from './submission.ts';

const GROUP_MAX_EMAILS = 100;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
/** What arrives while one group is written is the next one: two at a time would be twice as many, half as large. */
const GROUPS_AT_A_TIME = 1;
/** Beyond this, callers are asked to come back (503): about two seconds of work. */
const GATHERED_MAX_EMAILS = 5_000;
const GATHERED_MAX_BYTES = 64 * 1024 * 1024;
/** The same of submissions that are groups of their own: a body may have 100 MB. */
const LARGE_GATHERED_MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** What accepting needs. */
export interface AcceptDeps extends Omit<StoreDeps, 'lockedAccounts'> {
  simulatorDomain: string;
}

type AcceptingDeps = AcceptDeps & StoreDeps;

/** A submission and what it holds of memory. */
interface Sized {
  submission: Submission;
  bytes: number;
}

/** Accepts emails of many callers. */
export interface Acceptor {
  /**
   * Stores a submission and wakes its sending.
   * @throws DomainError the refusal, or `sending_service_unavailable` when too much waits already
   */
  submit(submission: Submission): Promise<Accepted>;
  /** Submits one email. @returns its id, once it is committed */
  accept(email: NewEmail): Promise<string>;
  /** Resolves when everything that was accepted is stored or refused. */
  drain(): Promise<void>;
}

/** Creates the acceptor of a process. */
export function createAcceptor(given: AcceptDeps): Acceptor {
  const deps: AcceptingDeps = { ...given, lockedAccounts: new LockedAccounts() };
  // Large ones are written beside the others: storing 100 MB takes seconds.
  const groups = createGroups(deps, GATHERED_MAX_BYTES);
  const largeGroups = createGroups(deps, LARGE_GATHERED_MAX_BYTES);
  const submit = async (submission: Submission): Promise<Accepted> => {
    const bytes = sizeOf(submission);
    const lane = bytes > GROUP_MAX_BYTES ? largeGroups : groups;
    const outcome = await lane.add({ submission, bytes }).catch(refuseWhenFull);
    if ('error' in outcome) throw outcome.error;
    wakeStored(deps, outcome.planned);
    return outcome.accepted;
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

/** Accounts take turns, and none of them fills what may gather. */
function createGroups(deps: AcceptingDeps, maxGatheredBytes: number): GroupCommit<Sized, Outcome> {
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
    maxGathered: GATHERED_MAX_EMAILS,
    maxGatheredBytes,
    maxWriting: GROUPS_AT_A_TIME,
  });
}

function sizeOf({ emails }: Submission): number {
  return emails.reduce((sum, email) => sum + sizeOfEmail(email), 0);
}

function refuseWhenFull(error: unknown): never {
  if (!(error instanceof GatheringFullError)) throw error;
  throw new DomainError(
    'sending_service_unavailable',
    'Too many emails are being accepted. Nothing was sent.',
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
  const { facts, stop, standings } = await readFacts(deps.database, emails, deps.simulatorDomain);
  const planned = emails.map((email, index) => planEmail(email, facts[index] as AcceptFacts, deps.ids));
  const plans = await keepInSandbox(deps, planned, standings);
  const decided = group.map((submission) =>
    decide(submission, plans.splice(0, submission.emails.length), standings.get(submission.accountId)),
  );
  // Behind everything that is the caller's: whoever comes back as told must not hear then what was wrong all along.
  if (stop) return decided.map((each) => ({ error: each instanceof DomainError ? each : stop }));
  const stored = await storeSubmissions(
    deps,
    decided.filter((each): each is PlannedSubmission => !(each instanceof DomainError)),
  );
  return decided.map((each) =>
    each instanceof DomainError ? { error: each } : (stored.get(each) ?? { error: each }),
  );
}

function wakeStored({ queues, passCrashPoint }: AcceptDeps, { emails }: PlannedSubmission): void {
  const woken = emails.flatMap(({ recipients }) => recipients.filter(({ state }) => state === 'queued'));
  if (woken.length === 0) return;
  passCrashPoint('accept-committed');
  queues.wake(
    sendQueue,
    woken.map(({ id }) => id),
  );
}
