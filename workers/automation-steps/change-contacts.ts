// The steps that change the contact, for runs of one account: one transaction changes the contacts, moves the runs and
// announces what has changed. It changes nothing for a run whose claim the worker has lost. A transaction has only one
// run per address, so that each run sees the changes of the one before.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { addressKey } from '../../shared/mail/addresses.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { PassCrashPoint } from '../../shared/platform/process/crash-points.ts';
import type { QueueProducer } from '../../shared/platform/queues/connect.ts';
import type { ConcurrencyLimit } from '../../shared/platform/sharing/concurrency-limit.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { ContactListener } from '../../shared/resources/audience/contact-events/contact-listener.ts';
import type { ContactLanes } from '../../shared/resources/audience/contact-writes/lanes.ts';
import { writeContacts } from '../../shared/resources/audience/contact-writes/write-contacts.ts';
import { isPassingError } from '../runtime/passing-errors.ts';
import { ContactChange } from './contact-change.ts';
import type { MovingRun } from './moving-run.ts';
import type { StepResults } from './step-result.ts';

/** The dependencies of changing contacts. */
export interface ContactStepDeps {
  database: Database;
  contactLanes: ContactLanes;
  queues: QueueProducer;
  contactListeners: readonly ContactListener[];
  clock: Clock;
  /** Bounds the transactions of the process: each uses a connection. */
  contactWrites: ConcurrencyLimit;
  passCrashPoint: PassCrashPoint;
}

/** Changes the contacts of runs of one account that are at a step that changes theirs. */
export async function changeContacts(
  deps: ContactStepDeps,
  accountId: string,
  runs: readonly MovingRun[],
): Promise<StepResults> {
  const results: StepResults = new Map();
  for (const wave of wavesOf(runs))
    for (const [run, result] of await changeTogether(deps, accountId, wave)) results.set(run, result);
  return results;
}

/** Splits runs into waves, with each address once per wave. */
function wavesOf(runs: readonly MovingRun[]): MovingRun[][] {
  const waves: MovingRun[][] = [];
  const counts = new Map<string, number>();
  for (const run of runs) {
    const key = addressKey(run.stored.contact.email);
    const wave = counts.get(key) ?? 0;
    counts.set(key, wave + 1);
    waves[wave] = [...(waves[wave] ?? []), run];
  }
  return waves;
}

async function changeTogether(
  deps: ContactStepDeps,
  accountId: string,
  runs: readonly MovingRun[],
): Promise<StepResults> {
  try {
    return await write(deps, accountId, runs);
  } catch (error) {
    const [only, ...others] = runs;
    // Another write of the account is in progress, or this one took too long.
    if (error instanceof DomainError)
      return new Map(runs.map((run) => [run, { kind: 'refused', refusal: error }]));
    if (isPassingError(error) || !only || others.length === 0)
      return new Map(runs.map((run) => [run, { kind: 'thrown', error }]));
    const results: StepResults = new Map();
    for (const run of runs)
      for (const entry of await changeTogether(deps, accountId, [run])) results.set(...entry);
    return results;
  }
}

async function write(
  deps: ContactStepDeps,
  accountId: string,
  runs: readonly MovingRun[],
): Promise<StepResults> {
  const { contactLanes, contactWrites, clock, passCrashPoint } = deps;
  const results = await contactLanes.run(accountId, () =>
    contactWrites.run(() =>
      writeContacts(deps, accountId, (contactWrite) =>
        new ContactChange(deps, accountId, contactWrite, clock.now()).run(runs),
      ),
    ),
  );
  passCrashPoint('automation-moved');
  return results;
}
