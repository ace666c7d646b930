// The intake of events of contacts, in the transaction that causes them: it reads what decides, plans (plan-intake.ts)
// and writes: runs of the automations that the events trigger, ends of waits, the events as they arrived, the charge of
// the quota. Contacts are locked first, so the events of a contact happen one after the other, in the order of these
// locks (docs/architecture/guarantees.md#lock-order): contacts, causes, runs, usage. It must be the last work of a
// transaction, because it locks the usage of accounts.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { AwakeShares } from '../../../../platform/work/turns/awake-shares.ts';
import type { ContactListener } from '../../../audience/contact-events/contact-listener.ts';
import { type IncomingEvent, type IntakeOutcome, serviceEventsOf } from '../../events/incoming-event.ts';
import { insertReceivedEvents } from '../../events/received/insert.ts';
import { leaveDeletedContacts } from '../runs/leave-contacts.ts';
import { RUNS_WORK, timerRunsWork } from '../runs/work.ts';
import type { GraphVersions } from '../versions/graph-versions.ts';
import { allotRuns } from './allot-runs.ts';
import { lockCausesOf, storeCauses } from './cause-rows.ts';
import { withChainsOfMail } from './chains-of-mail.ts';
import { chooseListened, HAS_AUTOMATIONS } from './choose-listened.ts';
import { type BeyondQuota, isAnswer, isTriggered } from './decide-starts.ts';
import { type Affected, findAffected, type TriggeredAutomation } from './find-affected.ts';
import { type Answered, findAnswered } from './find-answered.ts';
import { type Entry, findEntries, insertEntries, insertRuns } from './insert-runs.ts';
import { findContactFacts, lockRuns, notifyRuns, releaseActiveRuns } from './listening-runs.ts';
import { type IntakeFacts, type IntakePlan, planIntake } from './plan-intake.ts';
import { STARTED_RUNS } from './run-quota.ts';

/** Dependencies of the intake. */
export interface EventIntakeDeps {
  ids: Ids;
  queues: QueueProducer;
  versions: GraphVersions;
}

/** The shares of accounts in the runs that a process starts and wakes. */
type IntakeDeps = EventIntakeDeps & { shares: AwakeShares };

/** The time of the events, and the treatment when the quota is full. */
export interface IntakeOptions {
  now: Date;
  beyondQuota: BeyondQuota;
}

/** The intake of a process. It listens to what happens to contacts. */
export interface EventIntake extends ContactListener {
  /**
   * Takes in events of any accounts, one after the other. After the commit it wakes the runs that were started or made
   * due. Issue no statement after it that waits for a lock, but for the
   * counters of quota.
   * @returns one outcome per event, in their order
   */
  take(
    client: Transaction,
    events: readonly IncomingEvent[],
    options: IntakeOptions,
  ): Promise<IntakeOutcome[]>;
}

/** Creates the intake of a process. */
export function createEventIntake(given: EventIntakeDeps): EventIntake {
  const deps: IntakeDeps = { ...given, shares: new AwakeShares(timerRunsWork.table.definition) };
  return {
    take: (client, events, options) => takeIn(client, deps, events, options),
    listens: HAS_AUTOMATIONS,
    choose: chooseListened,
    async onChange(client, events, now) {
      const caused = serviceEventsOf(await withChainsOfMail(client, events));
      await takeIn(client, deps, caused, { now, beyondQuota: 'record' });
    },
    onDelete: leaveDeletedContacts,
  };
}

async function takeIn(
  client: Transaction,
  deps: IntakeDeps,
  events: readonly IncomingEvent[],
  { now, beyondQuota }: IntakeOptions,
): Promise<IntakeOutcome[]> {
  if (events.length === 0) return [];
  const affected = await findAffected(client, events);
  const facts = await readFacts(client, deps, events, affected, now);
  const plan = await planIntake(events, facts, { ids: deps.ids, beyondQuota });
  allotRuns(plan.newRuns, plan.notified, deps.shares);
  await write(client, plan, now);
  wakeAfterCommit(client, deps, plan);
  return plan.outcomes;
}

async function readFacts(
  client: Transaction,
  { versions, shares }: IntakeDeps,
  events: readonly IncomingEvent[],
  affected: Affected,
  now: Date,
): Promise<IntakeFacts> {
  const { automations, runs } = affected;
  const enabled = automations.filter(({ isEnabled }) => isEnabled);
  const listeningIds = runs.flatMap(({ listening }) => listening);
  // Most events start no run and end no wait.
  if (enabled.length === 0 && listeningIds.length === 0) return { ...affected, ...NOTHING_READ };
  const causes = enabled.length === 0 ? NOTHING_READ.causes : await lockCausesOf(client, events, now);
  const loaded = await versions.load(
    client,
    enabled.flatMap(({ versionId }) => versionId ?? []),
  );
  const [locked, entries, answered, contactFacts, used] = await Promise.all([
    lockRuns(client, [...listeningIds, ...runs.flatMap(({ stale }) => stale)]),
    findEntries(client, entriesAsked(enabled, events, affected)),
    findAnswered(client, answersAsked(enabled, events, loaded)),
    findContactFacts(client, subscribedContacts(events, affected)),
    STARTED_RUNS.lock(client, limitedAccounts(enabled), now),
    shares.read(client),
  ]);
  const ids = new Set(listeningIds);
  const listening = locked.filter(({ id }) => ids.has(id));
  const quotaLeft = new Map(
    enabled.flatMap(({ accountId, runLimit }) =>
      runLimit === null ? [] : [[accountId, Math.max(runLimit - (used.get(accountId) ?? 0), 0)]],
    ),
  );
  return {
    ...affected,
    listening,
    entries,
    answered,
    causes,
    contactFacts,
    quotaLeft,
    versions: new Map([
      ...loaded,
      ...(await versions.load(
        client,
        listening.map(({ versionId }) => versionId),
      )),
    ]),
  };
}

const NOTHING_READ = {
  listening: [],
  entries: [],
  answered: [],
  causes: new Map(),
  versions: new Map(),
  contactFacts: new Map(),
  quotaLeft: new Map(),
} satisfies Partial<IntakeFacts>;

function entriesAsked(
  automations: readonly TriggeredAutomation[],
  events: readonly IncomingEvent[],
  { contacts }: Affected,
): Entry[] {
  return automations
    .filter(({ reentry }) => reentry === 'once')
    .flatMap((automation) =>
      events
        .filter((event) => isTriggered(automation, event))
        .flatMap(({ contactId }) => contacts.get(contactId) ?? [])
        .map(({ emailKey }) => ({ automationId: automation.id, emailKey })),
    );
}

/** The automations and contacts for which the time of the last answer decides. */
function answersAsked(
  automations: readonly TriggeredAutomation[],
  events: readonly IncomingEvent[],
  versions: IntakeFacts['versions'],
): Omit<Answered, 'at'>[] {
  return automations.flatMap((automation) =>
    events
      .filter((event) => isAnswer(automation, event, { versions }) && isTriggered(automation, event))
      .map(({ contactId }) => ({ automationId: automation.id, contactId })),
  );
}

/** The contacts about which the filter of a wait may ask: of subscribed runs, also of one that a first event starts. */
function subscribedContacts(events: readonly IncomingEvent[], { runs }: Affected): string[] {
  const seen = new Set<string>();
  const asked = new Set(
    runs.filter(({ listening }) => listening.length > 0).map(({ contactId }) => contactId),
  );
  for (const { contactId } of events)
    if (seen.has(contactId)) asked.add(contactId);
    else seen.add(contactId);
  return [...asked];
}

function limitedAccounts(automations: readonly TriggeredAutomation[]): string[] {
  const limited = automations.filter(({ runLimit }) => runLimit !== null);
  return [...new Set(limited.map(({ accountId }) => accountId))];
}

async function write(client: Transaction, plan: IntakePlan, now: Date): Promise<void> {
  const started = new Map<string, number>();
  for (const { accountId } of plan.newRuns) started.set(accountId, (started.get(accountId) ?? 0) + 1);
  await Promise.all([
    releaseActiveRuns(client, plan.releasedRuns),
    notifyRuns(client, plan.notified, now),
    storeCauses(client, plan.causes, now),
    insertRuns(client, plan.newRuns),
    insertEntries(client, plan.newEntries),
    insertReceivedEvents(client, plan.received),
    STARTED_RUNS.charge(client, started, now),
  ]);
}

function wakeAfterCommit(
  client: Transaction,
  { queues }: EventIntakeDeps,
  { newRuns, notified }: IntakePlan,
): void {
  const awake = [...newRuns, ...notified].filter(({ beginsAwake }) => beginsAwake);
  for (const [lane, { queue }] of Object.entries(RUNS_WORK)) {
    const ids = awake.filter((run) => run.lane === lane).map(({ id }) => id);
    if (ids.length > 0) client.afterCommit(() => queues.wake(queue, ids));
  }
}
