// Decides which runs events start, or why an automation with that trigger starts none: its reentry (`once`, `when_done`,
// `always`), a received email of a program, or within an hour after another one, a loop of automations that start each other,
// the limits of active runs of a contact, the quota of the account. It is pure: it reads plain data, and events see what those
// before them have started.
import {
  ACTIVE_RUNS_MAX,
  ACTIVE_RUNS_OF_CONTACT_MAX,
  ANSWER_INTERVAL_MS,
  CHAIN_MAX,
  RUNS_OF_CAUSE_MAX,
} from '../../../../contract/limits.ts';
import { mapInTurns } from '../../../../platform/sharing/turns.ts';
import {
  type IncomingEvent,
  type IntakeOutcome,
  keyOf,
  type NotStartedReason,
} from '../../events/incoming-event.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import { type Cause, Causes, type StoredCauses } from './causes.ts';
import type { AffectedContact, AffectedRuns, TriggeredAutomation } from './find-affected.ts';
import type { Answered } from './find-answered.ts';
import type { Entry } from './insert-runs.ts';

/** The treatment of an event that would start more runs than the quota has left. */
export type BeyondQuota =
  /** Do nothing at all. */
  | 'refuse'
  /** Start as many as fit, and record the rest. */
  | 'record';

/** The facts that decide about starts. The contacts, runs and quota are locked; automations are not (transitions-lock.ts). */
export interface StartFacts {
  /** Contacts by id. */
  contacts: ReadonlyMap<string, AffectedContact>;
  automations: readonly TriggeredAutomation[];
  runs: readonly Pick<AffectedRuns, 'automationId' | 'contactId' | 'active'>[];
  /** Entries into automations whose reentry is `once`. */
  entries: readonly Entry[];
  /** When an automation was last started for a contact by what a received email has led to, of those that send mail. */
  answered: readonly Answered[];
  /** The versions of enabled automations. */
  versions: ReadonlyMap<string, { graph: Pick<CompiledGraph, 'sendsMail'> }>;
  /** The causes of events that runs have caused. */
  causes: StoredCauses;
  /** How many runs an account may still start; absent: no limit. */
  quotaLeft: ReadonlyMap<string, number>;
}

/** The decision about an automation with the trigger of an event: it starts a run, or `reason` says why not. */
export interface DecidedStart {
  automation: TriggeredAutomation;
  reason: NotStartedReason | null;
}

/** An event with its starts, or the answer to an event without effect. */
export type StartDecision =
  | { event: IncomingEvent; contact: AffectedContact; cause: Cause; starts: readonly DecidedStart[] }
  | { refused: Exclude<IntakeOutcome, { outcome: 'taken' }> };

/** Decides the starts of events, one event after the other. @returns one decision per event, in their order */
export async function decideStarts(
  events: readonly IncomingEvent[],
  facts: StartFacts,
  beyondQuota: BeyondQuota,
): Promise<StartDecision[]> {
  const counts = countsOf(facts);
  const causes = new Causes(facts.causes);
  return await mapInTurns(events, (event): StartDecision => {
    const contact = facts.contacts.get(event.contactId);
    if (!contact) return { refused: { outcome: 'gone' } };
    const triggered = facts.automations.filter((automation) => isTriggered(automation, event));
    if (triggered.some(({ audienceId }) => audienceId !== contact.audienceId))
      return { refused: { outcome: 'moved' } };
    const cause = causes.of(event);
    const starts = startsOf(triggered, { event, contact, cause }, counts);
    const over = starts.find(({ reason }) => reason === 'quota');
    if (over && beyondQuota === 'refuse')
      return { refused: { outcome: 'over_quota', limit: over.automation.runLimit ?? 0 } };
    for (const { automation, reason } of starts)
      if (reason === null) {
        countStart(counts, automation, { event, contact });
        cause.add(automation.id);
      }
    return { event, contact, cause, starts };
  });
}

/** Whether an event is the trigger of an automation. */
export function isTriggered(automation: TriggeredAutomation, event: IncomingEvent): boolean {
  if (automation.accountId !== event.accountId) return false;
  if (event.kind === 'batch') return automation.id === event.automationId;
  if (automation.trigger !== event.name) return false;
  return event.kind === 'custom'
    ? automation.domainId === event.domainId
    : automation.audienceId === event.audienceId;
}

/** The counts that limit a start: the stored ones, plus the starts of the events so far. */
interface StartCounts {
  /** Active runs, by automation and contact. */
  active: Map<string, number>;
  activeOfContact: Map<string, number>;
  /** Automations and addresses that have entered them. */
  entered: Set<string>;
  /** The last answers by automation and contact, in ms. */
  answeredAt: Map<string, number>;
  versions: StartFacts['versions'];
  quotaLeft: Map<string, number>;
}

function countsOf({ runs, entries, answered, versions, quotaLeft }: StartFacts): StartCounts {
  const counts: StartCounts = {
    active: new Map(),
    activeOfContact: new Map(),
    entered: new Set(entries.map(({ automationId, emailKey }) => keyOf(automationId, emailKey))),
    answeredAt: new Map(
      answered.map(({ automationId, contactId, at }) => [keyOf(automationId, contactId), at.getTime()]),
    ),
    versions,
    quotaLeft: new Map(quotaLeft),
  };
  for (const { automationId, contactId, active } of runs) {
    counts.active.set(keyOf(automationId, contactId), active);
    add(counts.activeOfContact, contactId, active);
  }
  return counts;
}

/** A possible start of runs. */
interface Asking {
  event: IncomingEvent;
  contact: AffectedContact;
  cause: Cause;
}

function startsOf(
  automations: readonly TriggeredAutomation[],
  asking: Asking,
  counts: StartCounts,
): DecidedStart[] {
  const { event, contact, cause } = asking;
  let caused = RUNS_OF_CAUSE_MAX - cause.runs;
  let quota = counts.quotaLeft.get(event.accountId) ?? Number.POSITIVE_INFINITY;
  let places = ACTIVE_RUNS_OF_CONTACT_MAX - (counts.activeOfContact.get(contact.id) ?? 0);
  return automations.map((automation) => {
    const own = findReason(automation, asking, counts);
    const reason = own ?? (caused <= 0 ? 'loop' : places <= 0 ? 'limit' : quota <= 0 ? 'quota' : null);
    if (reason === null) {
      caused -= 1;
      quota -= 1;
      places -= 1;
    }
    return { automation, reason };
  });
}

/** @returns why the automation starts no run of the contact, whatever else the event starts */
function findReason(
  automation: TriggeredAutomation,
  asking: Asking,
  counts: StartCounts,
): NotStartedReason | undefined {
  const { event, contact, cause } = asking;
  const { id: contactId, emailKey } = contact;
  const { id, reentry, isEnabled, epoch } = automation;
  if (!isEnabled || (event.kind === 'batch' && event.epoch !== epoch)) return 'disabled';
  if (event.kind === 'service' && event.isMachine) return 'machine';
  if (isLoop(id, event, cause)) return 'loop';
  if (isAnswered(automation, asking, counts)) return 'answered';
  if (reentry === 'once' && counts.entered.has(keyOf(id, emailKey))) return 'once';
  const active = counts.active.get(keyOf(id, contactId)) ?? 0;
  if (reentry === 'when_done' && active > 0) return 'active';
  return active >= ACTIVE_RUNS_MAX ? 'limit' : undefined;
}

/** Whether it has answered the contact within the hour. */
function isAnswered(
  automation: TriggeredAutomation,
  { event, contact }: Asking,
  counts: StartCounts,
): boolean {
  if (!isAnswer(automation, event, counts)) return false;
  const answeredAt = counts.answeredAt.get(keyOf(automation.id, contact.id));
  return answeredAt !== undefined && event.at.getTime() < answeredAt + ANSWER_INTERVAL_MS;
}

/** Whether a run would answer a received email, also through the runs between them. */
export function isAnswer(
  { answers, versionId }: TriggeredAutomation,
  { hops }: IncomingEvent,
  { versions }: Pick<StartFacts, 'versions'>,
): boolean {
  return (
    hops !== undefined && answers === 'hourly' && versions.get(versionId ?? '')?.graph.sendsMail === true
  );
}

/**
 * A direct event starts all automations that it triggers; an event of a run only those that its cause has not started
 * yet.
 */
function isLoop(automationId: string, { chain, causeId }: IncomingEvent, cause: Cause): boolean {
  if (chain.length >= CHAIN_MAX || chain.includes(automationId)) return true;
  return causeId !== undefined && cause.hasStarted(automationId);
}

function countStart(
  counts: StartCounts,
  automation: TriggeredAutomation,
  { event, contact: { id: contactId, emailKey } }: Omit<Asking, 'cause'>,
): void {
  const { id: automationId, accountId, reentry } = automation;
  add(counts.active, keyOf(automationId, contactId), 1);
  add(counts.activeOfContact, contactId, 1);
  if (counts.quotaLeft.has(accountId)) add(counts.quotaLeft, accountId, -1);
  if (reentry === 'once') counts.entered.add(keyOf(automationId, emailKey));
  if (isAnswer(automation, event, counts))
    counts.answeredAt.set(keyOf(automationId, contactId), event.at.getTime());
}

function add(counts: Map<string, number>, key: string, more: number): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}
