// Accepts emails: check, plan, store, in groups of whatever arrives together (design rules 1 and 2). Whoever gets
// an id back has it from a committed row. Ids were made before, so when the answer to COMMIT is lost the rows
// themselves say what happened; nothing is ever retried under new ids.
import { findTrippedReason } from '../../../accounts/configuration-switch.ts';
import { createGroupCommit, GatheringFullError, type GroupCommit } from '../../../db/group-commit.ts';
import { DomainError } from '../../../domain-error.ts';
import type { Queues } from '../../../queues/connect.ts';
import { sendQueue } from '../../../queues/send.ts';
import type { NewEmail } from '../email.ts';
import { readFacts } from './check.ts';
import { type AcceptFacts, type PlannedEmail, planEmail } from './plan.ts';
import { sizeOfEmail } from './size.ts';
import { type Outcome, type StoreDeps, storeEmails } from './store.ts';

const GROUP_MAX_EMAILS = 100;
const GROUP_MAX_BYTES = 8 * 1024 * 1024;
/** What arrives while one group is written is the next one: two at a time would be twice as many, half as large. */
const GROUPS_AT_A_TIME = 1;
/** Beyond this, callers are asked to come back (503): about two seconds of work. */
const GATHERED_MAX_EMAILS = 5_000;
const GATHERED_MAX_BYTES = 128 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;
/** Two probes of the provider (shared/accounts/configuration-switch.ts). */
const PROVIDER_RETRY_AFTER_SECONDS = 30;

/** What accepting needs. */
export interface AcceptDeps extends StoreDeps {
  queues: Pick<Queues, 'wake'>;
  simulatorDomain: string;
}

/** Accepts emails of many callers. */
export interface Acceptor {
  /**
   * Stores an email and wakes its sending.
   * @returns its id, once it is committed
   * @throws DomainError the refusal, or `sending_service_unavailable` when too much waits already
   */
  accept(email: NewEmail): Promise<string>;
  /** Resolves when everything that was accepted is stored or refused. */
  drain(): Promise<void>;
}

/** Creates the acceptor of a process. */
export function createAcceptor(deps: AcceptDeps): Acceptor {
  const groups: GroupCommit<NewEmail, Outcome> = createGroupCommit({
    write: (emails) => acceptGroup(deps, emails),
    sizeOf: sizeOfEmail,
    maxItems: GROUP_MAX_EMAILS,
    maxBytes: GROUP_MAX_BYTES,
    maxGathered: GATHERED_MAX_EMAILS,
    maxGatheredBytes: GATHERED_MAX_BYTES,
    maxWriting: GROUPS_AT_A_TIME,
  });
  return {
    async accept(email) {
      const outcome = await groups.add(email).catch(refuseWhenFull);
      if ('error' in outcome) throw outcome.error;
      return outcome.id;
    },
    drain: () => groups.drain(),
  };
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

async function acceptGroup(deps: AcceptDeps, emails: readonly NewEmail[]): Promise<Outcome[]> {
  const [facts, trippedReason] = await Promise.all([
    readFacts(deps.database, emails, deps.simulatorDomain),
    findTrippedReason(deps.database),
  ]);
  if (trippedReason !== undefined) return emails.map(() => ({ error: providerRefuses() }));
  const plans = emails.map((email, index) => planEmail(email, facts[index] as AcceptFacts, deps.ids));
  const stored = await storeEmails(
    deps,
    plans.filter((plan): plan is PlannedEmail => !(plan instanceof DomainError)),
  );
  wakeStored(deps, stored);
  return plans.map((plan) =>
    plan instanceof DomainError ? { error: plan } : (stored.get(plan) ?? { error: plan }),
  );
}

function providerRefuses(): DomainError {
  return new DomainError(
    'sending_configuration_unavailable',
    'The mail provider refuses the service at the moment. Nothing was sent; retry later.',
    { retryAfterSeconds: PROVIDER_RETRY_AFTER_SECONDS },
  );
}

function wakeStored({ queues, passCrashPoint }: AcceptDeps, outcomes: Map<PlannedEmail, Outcome>): void {
  const woken = [...outcomes]
    .filter(([, outcome]) => 'id' in outcome)
    .flatMap(([{ recipients }]) => recipients.filter(({ state }) => state === 'queued'));
  if (woken.length === 0) return;
  passCrashPoint('accept-committed');
  queues.wake(
    sendQueue,
    woken.map(({ id }) => id),
  );
}
