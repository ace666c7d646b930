// Plans what the intake of events writes: the runs that start (decide-starts.ts), the runs that are notified
// (reach-waits.ts) and the events as they arrived. It reads no database and no clock, so all that it depends on is in its
// facts. Events of one call see what those before them have started.
import { mapInTurns } from '../../../../platform/sharing/turns.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type {
  IncomingBatchEvent,
  IncomingEvent,
  IntakeOutcome,
  StartOutcome,
} from '../../events/incoming-event.ts';
import type { ReceivedEvent } from '../../events/received/received-event.ts';
import { startState } from '../engine/advance.ts';
import { listensAt } from '../engine/run-state.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import type { ContactFacts } from '../graph/variables.ts';
import type { LoadedVersion } from '../versions/graph-versions.ts';
import type { Cause } from './causes.ts';
import {
  type BeyondQuota,
  type DecidedStart,
  decideStarts,
  type StartDecision,
  type StartFacts,
} from './decide-starts.ts';
import type { AffectedRuns } from './find-affected.ts';
import type { Entry, NewRun } from './insert-runs.ts';
import type { ListeningRun, NotifiedRun } from './listening-runs.ts';
import { isSubscribed, reachWaits, type Subscriber } from './reach-waits.ts';

/** Everything that decides. */
export interface IntakeFacts extends StartFacts {
  runs: readonly AffectedRuns[];
  listening: readonly ListeningRun[];
  versions: ReadonlyMap<string, LoadedVersion>;
  /** The facts by contact, only for those that a run may use. */
  contactFacts: ReadonlyMap<string, ContactFacts>;
}

/** The rows to write, and the answer. */
export interface IntakePlan {
  /** One per event, in their order. */
  outcomes: IntakeOutcome[];
  newRuns: readonly NewRun[];
  newEntries: readonly Entry[];
  /** The causes that have started runs. */
  causes: readonly Cause[];
  notified: readonly NotifiedRun[];
  received: readonly ReceivedEvent[];
  /** Runs that were stopped and still occupy the slot of a run that starts. */
  releasedRuns: string[];
}

/** Plans the intake of events, one after the other. */
export async function planIntake(
  events: readonly IncomingEvent[],
  facts: IntakeFacts,
  { ids, beyondQuota }: { ids: Ids; beyondQuota: BeyondQuota },
): Promise<IntakePlan> {
  const decisions = await decideStarts(events, facts, beyondQuota);
  const planner = new IntakePlanner(ids, facts);
  // An event may be notified to a thousand runs.
  const outcomes = await mapInTurns(decisions, (decision) =>
    'refused' in decision ? decision.refused : planner.plan(decision),
  );
  const { newRuns, received, notified } = planner;
  return {
    outcomes,
    newRuns,
    received,
    notified,
    newEntries: decisions.flatMap(entriesOf),
    causes: causesOf(decisions),
    releasedRuns: stalePlaces(facts.runs, newRuns),
  };
}

/** An event with the runs that it starts. */
type Starting = Exclude<StartDecision, { refused: unknown }>;

/** The contact and the cause of an event. */
type About = Pick<Starting, 'contact' | 'cause'>;

/** A subscriber whose state changes with each event. */
interface PlannedRun extends Subscriber {
  contactId: string;
  wakes: boolean;
  beginsAwake: boolean;
}

class IntakePlanner {
  readonly #ids: Ids;
  readonly #facts: IntakeFacts;
  readonly #stored: (PlannedRun & ListeningRun)[];
  /** The subscribers by contact. */
  readonly #subscribers = new Map<string, PlannedRun[]>();
  readonly newRuns: NewRun[] = [];
  readonly received: ReceivedEvent[] = [];

  constructor(ids: Ids, facts: IntakeFacts) {
    this.#ids = ids;
    this.#facts = facts;
    this.#stored = facts.listening.map((run) => ({
      ...run,
      graph: this.#graphOf(run.versionId),
      wakes: false,
      beginsAwake: false,
    }));
    for (const run of this.#stored) this.#subscribe(run);
  }

  /** The stored runs that an event has changed. */
  get notified(): NotifiedRun[] {
    return this.#stored.filter(({ state }, place) => state !== this.#facts.listening[place]?.state);
  }

  /** Plans the next event. */
  plan({ event, contact, cause, starts }: Starting): IntakeOutcome {
    const received =
      event.kind === 'batch'
        ? this.#planBatch(event, { contact, cause }, starts)
        : this.#planEvent(event, { contact, cause }, starts);
    this.received.push(...received);
    const reasons = starts.flatMap(({ reason }) => reason ?? []);
    return {
      outcome: 'taken',
      eventIds: received.map(({ id }) => id),
      runsStarted: starts.length - reasons.length,
      reasons,
      waitsResolved: received.reduce((sum, { waitsResolved }) => sum + waitsResolved, 0),
    };
  }

  /** No run is notified of a batch, and it is an event only of a contact for which no run starts. */
  #planBatch(event: IncomingBatchEvent, about: About, starts: readonly DecidedStart[]): ReceivedEvent[] {
    return starts.flatMap((start) => {
      const outcome = this.#start(start, { event, ...about, sourceId: event.batchId });
      if (outcome.reason === null) return [];
      const { domainId } = start.automation;
      return [{ ...fieldsOf(event), id: this.#ids.next(), domainId, outcomes: [outcome], waitsResolved: 0 }];
    });
  }

  /** The event is stored once per domain that it concerns. */
  #planEvent(
    event: Exclude<IncomingEvent, IncomingBatchEvent>,
    about: About,
    starts: readonly DecidedStart[],
  ): ReceivedEvent[] {
    const subscribers = (this.#subscribers.get(about.contact.id) ?? []).filter((run) =>
      isSubscribed(run, event),
    );
    const domainIds = new Set([
      ...(event.kind === 'custom' ? [event.domainId] : []),
      ...starts.map(({ automation }) => automation.domainId),
      ...subscribers.map(({ domainId }) => domainId),
    ]);
    return [...domainIds].map((domainId) => {
      const id = (event.kind === 'custom' ? event.id : undefined) ?? this.#ids.next();
      const own = subscribers.filter((run) => run.domainId === domainId);
      const waitsResolved = this.#notify(own, event, id);
      const outcomes = starts
        .filter(({ automation }) => automation.domainId === domainId)
        .map((start) => this.#start(start, { event, ...about, sourceId: id }));
      return { ...fieldsOf(event), id, domainId, outcomes, waitsResolved };
    });
  }

  /** @returns how many waits the event ends in which runs pause */
  #notify(
    subscribers: readonly PlannedRun[],
    { name, at, payload, contactId }: IncomingEvent,
    id: string,
  ): number {
    if (subscribers.length === 0) return 0;
    const contact = this.#facts.contactFacts.get(contactId);
    if (!contact) throw new Error('The contact of a run that is notified of an event was not read.');
    const reached = reachWaits(subscribers, { id, name, at, payload }, contact);
    for (const { run, state, wakes } of reached) {
      run.state = state;
      run.wakes ||= wakes;
    }
    return reached.filter(({ resolves }) => resolves).length;
  }

  #start(
    { automation, reason }: DecidedStart,
    { event, contact, cause, sourceId }: About & { event: IncomingEvent; sourceId: string },
  ): StartOutcome {
    const { id: automationId, accountId, versionId, epoch, domainId, reentry } = automation;
    if (reason !== null) return { automationId, runId: null, reason };
    if (versionId === null) throw new Error(`The enabled automation ${automationId} has no version.`);
    const { payload, at, chain, lane, hops = null } = event;
    const graph = this.#graphOf(versionId);
    const state = startState(graph, { startedAt: at, event: payload });
    const step = state && graph.steps.get(state.stepKey);
    if (!step) throw new Error(`The enabled automation ${automationId} has no step.`);
    const id = this.#ids.next();
    const causeId = graph.changesContact ? cause.idFrom(this.#ids) : null;
    // Spreading the parts would take ten times as long, for each contact of a schedule.
    // biome-ignore format: the fields of a run in one literal
    const run = {
      id, accountId, automationId, versionId, epoch, domainId, contactId: contact.id, sourceId,
      isExclusive: reentry === 'when_done', lane, chain, causeId, hops, payload, listens: listensAt(step), state, createdAt: at,
      graph, isAwake: false, wakes: false, beginsAwake: false,
    };
    this.newRuns.push(run);
    this.#subscribe(run);
    return { automationId, runId: id, reason: null };
  }

  #subscribe(run: PlannedRun): void {
    if (run.listens.length === 0) return;
    const runs = this.#subscribers.get(run.contactId) ?? [];
    this.#subscribers.set(run.contactId, runs);
    runs.push(run);
  }

  #graphOf(versionId: string): CompiledGraph {
    const loaded = this.#facts.versions.get(versionId);
    if (!loaded) throw new Error(`The version ${versionId} of an automation was not loaded.`);
    return loaded.graph;
  }
}

function fieldsOf({ accountId, contactId, name, payload, at }: IncomingEvent) {
  return { accountId, contactId, name, payload, createdAt: at };
}

function entriesOf(decision: StartDecision): Entry[] {
  if ('refused' in decision) return [];
  const { emailKey } = decision.contact;
  return decision.starts
    .filter(({ automation, reason }) => reason === null && automation.reentry === 'once')
    .map(({ automation }) => ({ automationId: automation.id, emailKey }));
}

function causesOf(decisions: readonly StartDecision[]): Cause[] {
  const causes = decisions.flatMap((decision) => ('refused' in decision ? [] : decision.cause));
  return [...new Set(causes)].filter(({ added }) => added.length > 0);
}

function stalePlaces(runs: readonly AffectedRuns[], newRuns: readonly NewRun[]): string[] {
  const stale = runs.filter((each) => each.stale.length > 0);
  return stale
    .filter(({ automationId, contactId }) =>
      newRuns.some((run) => run.automationId === automationId && run.contactId === contactId),
    )
    .flatMap((each) => each.stale);
}
