// Takes events of contacts, in the transaction that causes them: starts runs of the automations that they trigger, ends
// the waits of runs, stores what came and charges the quota. Contacts are locked first, so the events of a contact
// happen one after the other, in the order of these locks (docs/architecture/guarantees.md#lock-order): contacts,
// runs, usage. It must be the last work of a transaction, because it locks the usage of accounts.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { mapInTurns } from '../../../platform/sharing/turns.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { insertReceivedEvents } from '../../events/received/insert.ts';
import { type StartLane, startLaneOf } from '../runs/lane.ts';
import { RUNS_WORK } from '../runs/work.ts';
import type { GraphVersions } from '../versions/graph-versions.ts';
import { type Affected, findAffected, type TriggeredAutomation } from './find-affected.ts';
import { type Entry, findEntries, insertEntries, insertRuns } from './insert-runs.ts';
import { findContactFacts, lockRuns, releasePlaces, tellRuns } from './listening-runs.ts';
import type { Occurrence, TakenOccurrence } from './occurrence.ts';
import { chargeRuns, lockUsage } from './run-quota.ts';
import { type BeyondQuota, isTriggered, Taking, type TakingFacts } from './taking.ts';

/** Dependencies of taking events. */
export interface TakeEventsDeps {
  ids: Ids;
  queues: QueueProducer;
  versions: GraphVersions;
}

/** What happens, and when. */
export interface TakeOptions {
  now: Date;
  beyondQuota: BeyondQuota;
}

/** Takes events of a process. */
export interface EventTaker {
  /**
   * Takes occurrences of any accounts, one after the other. After the commit, the runs that it has started or woken are
   * woken in the queue. Issue no statement after it that waits for a lock.
   * @returns one outcome per occurrence, in their order
   */
  take(
    client: Transaction,
    occurrences: readonly Occurrence[],
    options: TakeOptions,
  ): Promise<TakenOccurrence[]>;
}

/** Creates the taker of a process. */
export function createEventTaker(deps: TakeEventsDeps): EventTaker {
  return {
    async take(client, occurrences, options) {
      if (occurrences.length === 0) return [];
      const affected = await findAffected(client, occurrences);
      const facts = await readFacts(client, deps, occurrences, affected, options.now);
      const taking = new Taking(deps.ids, facts, options.beyondQuota);
      // An event may be told to a thousand runs.
      const taken = await mapInTurns(occurrences, (occurrence) => taking.take(occurrence));
      await write(client, taking, stalePlaces(affected, taking), options.now);
      wakeAfterCommit(client, deps, taking);
      return taken;
    },
  };
}

async function readFacts(
  client: Transaction,
  { versions }: TakeEventsDeps,
  occurrences: readonly Occurrence[],
  affected: Affected,
  now: Date,
): Promise<TakingFacts> {
  const { automations, runs } = affected;
  const enabled = automations.filter(({ isEnabled }) => isEnabled);
  const listeningIds = runs.flatMap(({ listening }) => listening);
  // The rest of the work is for events that concern somebody.
  if (enabled.length === 0 && listeningIds.length === 0) return { ...affected, ...NOTHING_READ };
  const [locked, entries, contactFacts, used] = await Promise.all([
    lockRuns(client, [...listeningIds, ...runs.flatMap(({ stale }) => stale)]),
    findEntries(client, entriesAsked(enabled, occurrences, affected)),
    findContactFacts(client, hearers(occurrences, affected)),
    lockUsage(client, limitedAccounts(enabled), now),
  ]);
  const ids = new Set(listeningIds);
  const listening = locked.filter(({ id }) => ids.has(id));
  const versionIds = [...listening, ...enabled].flatMap(({ versionId }) => versionId ?? []);
  const rooms = new Map(
    enabled.flatMap(({ accountId, runLimit }) =>
      runLimit === null ? [] : [[accountId, Math.max(runLimit - (used.get(accountId) ?? 0), 0)]],
    ),
  );
  return {
    ...affected,
    ...{ listening, entries, contactFacts, rooms },
    versions: await versions.load(client, versionIds),
  };
}

const NOTHING_READ = {
  listening: [],
  entries: [],
  versions: new Map(),
  contactFacts: new Map(),
  rooms: new Map(),
} satisfies Partial<TakingFacts>;

function entriesAsked(
  automations: readonly TriggeredAutomation[],
  occurrences: readonly Occurrence[],
  { contacts }: Affected,
): Entry[] {
  return automations
    .filter(({ reentry }) => reentry === 'once')
    .flatMap((automation) =>
      occurrences
        .filter((occurrence) => isTriggered(automation, occurrence))
        .flatMap(({ contactId }) => contacts.get(contactId) ?? [])
        .map(({ emailKey }) => ({ automationId: automation.id, emailKey })),
    );
}

/** The contacts about which the filter of a wait may ask: of runs that listen, also of one that a first event starts. */
function hearers(occurrences: readonly Occurrence[], { runs }: Affected): string[] {
  const seen = new Set<string>();
  const asked = new Set(
    runs.filter(({ listening }) => listening.length > 0).map(({ contactId }) => contactId),
  );
  for (const { contactId } of occurrences)
    if (seen.has(contactId)) asked.add(contactId);
    else seen.add(contactId);
  return [...asked];
}

function limitedAccounts(automations: readonly TriggeredAutomation[]): string[] {
  const limited = automations.filter(({ runLimit }) => runLimit !== null);
  return [...new Set(limited.map(({ accountId }) => accountId))];
}

/** The runs that were stopped and still hold the place of a run that starts. */
function stalePlaces({ runs }: Affected, { newRuns }: Taking): string[] {
  const stale = runs.filter((each) => each.stale.length > 0);
  return stale
    .filter(({ automationId, contactId }) =>
      newRuns.some((run) => run.automationId === automationId && run.contactId === contactId),
    )
    .flatMap((each) => each.stale);
}

async function write(client: Transaction, taking: Taking, stale: string[], now: Date): Promise<void> {
  const { newRuns, newEntries, received, told } = taking;
  const started = new Map<string, number>();
  for (const { accountId } of newRuns) started.set(accountId, (started.get(accountId) ?? 0) + 1);
  await Promise.all([
    releasePlaces(client, stale),
    tellRuns(client, told, now),
    insertRuns(client, newRuns),
    insertEntries(client, newEntries),
    insertReceivedEvents(client, received),
    chargeRuns(client, started, now),
  ]);
}

function wakeAfterCommit(client: Transaction, { queues }: TakeEventsDeps, { newRuns, told }: Taking): void {
  // Runs of the bulk lane are born asleep: the tick wakes them, not too many at a time.
  const started = newRuns.filter(({ lane }) => lane === 'event');
  const woken = [...started, ...told.filter(({ wakes }) => wakes)];
  for (const lane of ['event', 'bulk'] satisfies StartLane[]) {
    const ids = woken.filter((run) => startLaneOf(run.lane) === lane).map(({ id }) => id);
    if (ids.length > 0) client.afterCommit(() => queues.wake(RUNS_WORK[lane].queue, ids));
  }
}
