// Decides what events do to a contact's automations, one after the other, in memory: which runs they start or why not,
// and which runs they are told of. What it reads of contacts, runs and quotas is locked, so what it decides can be written
// as it is; automations are not (moves-lock.ts). Events of one call see what those before them have started.
import { ACTIVE_RUNS_MAX, ACTIVE_RUNS_OF_CONTACT_MAX, CHAIN_MAX } from '../../../contract/limits.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { ReceivedEvent } from '../../events/received/received-event.ts';
import { startState } from '../engine/advance.ts';
import { listensAt, type RunState } from '../engine/run-state.ts';
import { takeEvent } from '../engine/take-event.ts';
import type { CompiledGraph } from '../graph/compile.ts';
import type { ContactFacts } from '../graph/variables.ts';
import type { RunLane } from '../runs/lane.ts';
import type { LoadedVersion } from '../versions/graph-versions.ts';
import type { AffectedContact, AffectedRuns, TriggeredAutomation } from './find-affected.ts';
import type { Entry, NewRun } from './insert-runs.ts';
import type { ListeningRun, ToldRun } from './listening-runs.ts';
import {
  type BatchOccurrence,
  keyOf,
  type NotStartedReason,
  type Occurrence,
  type StartOutcome,
  type TakenOccurrence,
} from './occurrence.ts';

/** What happens to an occurrence that would start more runs than the quota has left. */
export type BeyondQuota =
  /** It does nothing at all. */
  | 'refuse'
  /** It starts what fits, and records the rest. */
  | 'record';

/** Everything that decides. */
export interface TakingFacts {
  contacts: ReadonlyMap<string, AffectedContact>;
  automations: readonly TriggeredAutomation[];
  runs: readonly AffectedRuns[];
  listening: readonly ListeningRun[];
  /** Who has entered automations that everybody enters once. */
  entries: readonly Entry[];
  versions: ReadonlyMap<string, LoadedVersion>;
  /** By contact; of those alone that a run may ask about. */
  contactFacts: ReadonlyMap<string, ContactFacts>;
  /** How many runs an account may still start; absent: no limit. */
  rooms: ReadonlyMap<string, number>;
}

/** A run that hears of events: one that is stored, or one that starts. */
interface HearingRun {
  id: string;
  domainId: string;
  contactId: string;
  graph: CompiledGraph;
  listens: readonly string[];
  state: RunState;
  createdAt: Date;
}

/** Whether an automation starts: null, or why it does not. */
interface DecidedStart {
  automation: TriggeredAutomation;
  reason: NotStartedReason | null;
}

export class Taking {
  readonly #ids: Ids;
  readonly #facts: TakingFacts;
  readonly #beyondQuota: BeyondQuota;
  readonly #active = new Map<string, number>();
  readonly #entered: Set<string>;
  readonly #rooms: Map<string, number>;
  /** By contact. */
  readonly #hearing = new Map<string, HearingRun[]>();
  readonly #told = new Map<string, ToldRun>();
  readonly #awake: ReadonlySet<string>;
  readonly #lanes: ReadonlyMap<string, RunLane>;
  readonly #newRuns = new Map<string, NewRun & { state: RunState }>();
  readonly #activeOfContact = new Map<string, number>();
  readonly newEntries: Entry[] = [];
  readonly received: ReceivedEvent[] = [];

  constructor(ids: Ids, facts: TakingFacts, beyondQuota: BeyondQuota) {
    this.#ids = ids;
    this.#facts = facts;
    this.#beyondQuota = beyondQuota;
    for (const { automationId, contactId, active } of facts.runs) {
      this.#active.set(keyOf(automationId, contactId), active);
      this.#activeOfContact.set(contactId, (this.#activeOfContact.get(contactId) ?? 0) + active);
    }
    this.#entered = new Set(facts.entries.map(({ automationId, emailKey }) => keyOf(automationId, emailKey)));
    this.#rooms = new Map(facts.rooms);
    this.#lanes = new Map(facts.listening.map(({ id, lane }) => [id, lane]));
    this.#awake = new Set(facts.listening.flatMap(({ id, isAwake }) => (isAwake ? [id] : [])));
    for (const { versionId, ...run } of facts.listening)
      this.#addHearing({ ...run, graph: this.#graphOf(versionId) });
  }

  /** The runs that start. */
  get newRuns(): NewRun[] {
    return [...this.#newRuns.values()];
  }

  /** The stored runs that were told of events. */
  get told(): ToldRun[] {
    return [...this.#told.values()];
  }

  /** Takes the next occurrence. */
  take(occurrence: Occurrence): TakenOccurrence {
    const contact = this.#facts.contacts.get(occurrence.contactId);
    if (!contact) return { outcome: 'gone' };
    const affected = this.#facts.automations.filter((automation) => isTriggered(automation, occurrence));
    const starts = this.#decideStarts(affected, occurrence, contact);
    const refused = starts.find(({ reason }) => reason === 'quota');
    if (refused && this.#beyondQuota === 'refuse')
      return { outcome: 'over_quota', limit: refused.automation.runLimit ?? 0 };
    return occurrence.kind === 'batch'
      ? this.#applyBatch(occurrence, contact, starts)
      : this.#apply(occurrence, contact, starts);
  }

  #decideStarts(
    automations: readonly TriggeredAutomation[],
    occurrence: Occurrence,
    contact: AffectedContact,
  ) {
    let quota = this.#rooms.get(occurrence.accountId) ?? Number.POSITIVE_INFINITY;
    let places = ACTIVE_RUNS_OF_CONTACT_MAX - (this.#activeOfContact.get(contact.id) ?? 0);
    return automations.map((automation) => {
      const own = this.#findReason(automation, occurrence, contact);
      const reason = own ?? (places <= 0 ? 'limit' : quota <= 0 ? 'quota' : null);
      if (reason === null) {
        quota -= 1;
        places -= 1;
      }
      return { automation, reason };
    });
  }

  #findReason(
    automation: TriggeredAutomation,
    occurrence: Occurrence,
    { id: contactId, emailKey }: AffectedContact,
  ): NotStartedReason | undefined {
    const { id, reentry, isEnabled, epoch } = automation;
    if (!isEnabled || (occurrence.kind === 'batch' && occurrence.epoch !== epoch)) return 'disabled';
    const { chain } = occurrence;
    if (chain.length >= CHAIN_MAX || chain.includes(id)) return 'loop';
    if (reentry === 'once' && this.#entered.has(keyOf(id, emailKey))) return 'once';
    const active = this.#active.get(keyOf(id, contactId)) ?? 0;
    if (reentry === 'when_done' && active > 0) return 'active';
    return active >= ACTIVE_RUNS_MAX ? 'limit' : undefined;
  }

  /** No run hears of a batch, and it is an event only of a contact for which no run starts. */
  #applyBatch(
    occurrence: BatchOccurrence,
    contact: AffectedContact,
    starts: readonly DecidedStart[],
  ): TakenOccurrence {
    const eventIds: string[] = [];
    const reasons: NotStartedReason[] = [];
    for (const { automation, reason } of starts) {
      const started = this.#start(automation, reason, { occurrence, contact, sourceId: occurrence.batchId });
      if (reason === null) continue;
      const [id, { domainId }] = [this.#ids.next(), automation];
      eventIds.push(id);
      reasons.push(reason);
      this.received.push({ ...eventOf(occurrence), id, domainId, outcomes: [started], waitsResolved: 0 });
    }
    const runsStarted = starts.length - reasons.length;
    return { outcome: 'taken', eventIds, runsStarted, reasons, waitsResolved: 0 };
  }

  #apply(
    occurrence: Exclude<Occurrence, BatchOccurrence>,
    contact: AffectedContact,
    starts: readonly DecidedStart[],
  ): TakenOccurrence {
    const hearing = (this.#hearing.get(contact.id) ?? []).filter((run) => isHeard(run, occurrence));
    const domainIds = new Set([
      ...(occurrence.kind === 'custom' ? [occurrence.domainId] : []),
      ...starts.map(({ automation }) => automation.domainId),
      ...hearing.map(({ domainId }) => domainId),
    ]);
    const eventIds: string[] = [];
    let runsStarted = 0;
    let resolved = 0;
    for (const domainId of domainIds) {
      const id = (occurrence.kind === 'custom' ? occurrence.id : undefined) ?? this.#ids.next();
      eventIds.push(id);
      const own = hearing.filter((run) => run.domainId === domainId);
      const waitsResolved = own.filter((run) => this.#tell(run, occurrence, id)).length;
      const outcomes = starts
        .filter(({ automation }) => automation.domainId === domainId)
        .map(({ automation, reason }) =>
          this.#start(automation, reason, { occurrence, contact, sourceId: id }),
        );
      this.received.push({ ...eventOf(occurrence), id, domainId, outcomes, waitsResolved });
      runsStarted += outcomes.filter(({ runId }) => runId !== null).length;
      resolved += waitsResolved;
    }
    const reasons = starts.flatMap(({ reason }) => reason ?? []);
    return { outcome: 'taken', eventIds, runsStarted, reasons, waitsResolved: resolved };
  }

  /** @returns whether the event ends the wait in which the run pauses */
  #tell(run: HearingRun, { name, at, payload, contactId }: Occurrence, eventId: string): boolean {
    const contact = this.#facts.contactFacts.get(contactId);
    if (!contact) throw new Error('The contact of a run that is told of an event was not read.');
    const { state, createdAt: startedAt } = run;
    const taken = takeEvent(run.graph, { state, startedAt }, { id: eventId, name, at, payload }, contact);
    if (!taken) return false;
    run.state = taken.state;
    const isNew = this.#newRuns.get(run.id);
    if (isNew) isNew.state = taken.state;
    else {
      const wakes = taken.resolves || this.#awake.has(run.id) || this.#told.get(run.id)?.wakes === true;
      const lane = this.#lanes.get(run.id) ?? 'event';
      this.#told.set(run.id, { id: run.id, lane, state: taken.state, wakes });
    }
    return taken.resolves;
  }

  #start(
    automation: TriggeredAutomation,
    reason: NotStartedReason | null,
    { occurrence, contact, sourceId }: { occurrence: Occurrence; contact: AffectedContact; sourceId: string },
  ): StartOutcome {
    const { id: automationId, accountId, versionId } = automation;
    if (reason !== null) return { automationId, runId: null, reason };
    if (versionId === null) throw new Error(`The enabled automation ${automationId} has no version.`);
    const { payload, at, chain, lane } = occurrence;
    const graph = this.#graphOf(versionId);
    const state = startState(graph, { startedAt: at, event: payload });
    const step = state && graph.steps.get(state.stepKey);
    if (!step) throw new Error(`The enabled automation ${automationId} has no step.`);
    const { epoch, domainId, reentry } = automation;
    const { id: contactId } = contact;
    const isExclusive = reentry === 'when_done';
    const listens = listensAt(step);
    const id = this.#ids.next();
    // Spreads of parts would take ten times as long, for each contact of a schedule.
    // biome-ignore format: the fields of a run in one literal
    const run = {
      id, accountId, automationId, versionId, epoch, domainId, contactId, sourceId,
      isExclusive, lane, chain, payload, listens, state, createdAt: at,
    };
    this.#newRuns.set(id, run);
    if (listens.length > 0) this.#addHearing({ ...run, graph });
    this.#countStart(automation, contact);
    return { automationId, runId: id, reason: null };
  }

  #countStart({ id: automationId, accountId, reentry }: TriggeredAutomation, contact: AffectedContact): void {
    const key = keyOf(automationId, contact.id);
    this.#active.set(key, (this.#active.get(key) ?? 0) + 1);
    this.#activeOfContact.set(contact.id, (this.#activeOfContact.get(contact.id) ?? 0) + 1);
    const room = this.#rooms.get(accountId);
    if (room !== undefined) this.#rooms.set(accountId, room - 1);
    if (reentry !== 'once') return;
    const { emailKey } = contact;
    this.#entered.add(keyOf(automationId, emailKey));
    this.newEntries.push({ automationId, emailKey });
  }

  #addHearing(run: HearingRun): void {
    if (run.listens.length === 0) return;
    const runs = this.#hearing.get(run.contactId) ?? [];
    this.#hearing.set(run.contactId, runs);
    runs.push(run);
  }

  #graphOf(versionId: string): CompiledGraph {
    const loaded = this.#facts.versions.get(versionId);
    if (!loaded) throw new Error(`The version ${versionId} of an automation was not loaded.`);
    return loaded.graph;
  }
}

/** Whether an occurrence is the trigger of an automation. */
export function isTriggered(automation: TriggeredAutomation, occurrence: Occurrence): boolean {
  if (automation.accountId !== occurrence.accountId) return false;
  if (occurrence.kind === 'batch') return automation.id === occurrence.automationId;
  if (automation.trigger !== occurrence.name) return false;
  return occurrence.kind === 'custom'
    ? automation.domainId === occurrence.domainId
    : automation.audienceId === occurrence.audienceId;
}

/** What a run has caused itself ends none of its waits. */
function isHeard({ id, listens, domainId }: HearingRun, occurrence: Occurrence): boolean {
  if (occurrence.kind === 'batch') return false;
  const isPlace = occurrence.kind === 'service' || domainId === occurrence.domainId;
  return isPlace && listens.includes(occurrence.name) && occurrence.runId !== id;
}

function eventOf({ accountId, contactId, name, payload, at }: Occurrence) {
  return { accountId, contactId, name, payload, createdAt: at };
}
