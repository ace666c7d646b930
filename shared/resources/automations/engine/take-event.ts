// What an event changes of a run that is told of it: it is put into the inbox of each wait that may still count it. The
// filter is asked when the event comes; what it asks of earlier waits is asked when the run comes to the wait, because
// a worker may not yet have looked at what ended them. A run that pauses in such a wait is woken; its next move finds
// the event.
import type { CompiledGraph, CompiledStep, CompiledWait } from '../graph/compile.ts';
import { isMet, narrowToWaits, type RunRules } from '../graph/rule-fields.ts';
import type { ContactFacts, RunValues } from '../graph/variables.ts';
import { findResolution, type InboxEntry, type RunOrigin, type RunState, windowOf } from './run-state.ts';

/**
 * Events that a later wait keeps. The wait counts the first one after it was come to, which is known only then: a run
 * that waits for a worker may be behind by several pauses.
 */
const KEPT_MAX = 20;
/** Events that all later waits of a run keep together: four megabytes of the largest payloads. */
const INBOX_MAX = 64;

/** An event that has come for the contact of a run. */
export interface ComingEvent {
  id: string;
  name: string;
  at: Date;
  payload: unknown;
}

/** What an event has changed of a run. */
export interface TakenEvent {
  state: RunState;
  /** It ends the wait in which the run pauses. */
  resolves: boolean;
}

/** @returns undefined when nothing changes */
export function takeEvent(
  graph: CompiledGraph,
  { state, origin }: { state: RunState; origin: RunOrigin },
  event: ComingEvent,
  contact: ContactFacts,
): TakenEvent | undefined {
  const step = graph.steps.get(state.stepKey);
  const place: Place = { step, state, origin };
  const at = event.at.getTime();
  const waits = step?.waitsAhead.filter(({ eventName }) => eventName === event.name) ?? [];
  const taken = waits.flatMap((wait): InboxEntry[] => {
    const filter = askFilter(wait, place, { contact, event: event.payload, waits: state.waits });
    if (filter === false || !keeps(wait, at, place)) return [];
    const entry = { step: wait.key, id: event.id, at, payload: event.payload };
    return [filter === true ? entry : { ...entry, filter }];
  });
  const room = Math.max(INBOX_MAX - state.inbox.length, 0);
  const entries = taken.filter(({ step: key }, index) => index < room || isPausedAt(key, state));
  if (entries.length === 0) return undefined;
  const resolves = entries.some(({ step: key }) => isPausedAt(key, state));
  return { state: { ...state, inbox: [...state.inbox, ...entries] }, resolves };
}

interface Place {
  step: CompiledStep | undefined;
  state: RunState;
  origin: RunOrigin;
}

/** @returns whether the filter takes the event, or what is still to be asked */
function askFilter({ key, filter }: CompiledWait, { state }: Place, values: RunValues): RunRules | boolean {
  if (!filter) return true;
  return isPausedAt(key, state) ? isMet(filter, values) : narrowToWaits(filter, values);
}

function isPausedAt(key: string, { stepKey, waitUntil }: RunState): boolean {
  return key === stepKey && waitUntil !== null;
}

function keeps(wait: CompiledWait, at: number, { step, state, origin }: Place): boolean {
  if (isPausedAt(wait.key, state)) {
    const { from, to } = windowOf(wait, state, origin);
    return at >= from && at <= to && !findResolution(wait, state, origin);
  }
  const kept = state.inbox.filter((entry) => entry.step === wait.key);
  if (kept.length >= KEPT_MAX) return false;
  if (wait.sinceStart) return kept.every(({ filter }) => filter) && at >= origin.startedAt.getTime();
  return at >= earliestNext(step, state, origin);
}

/** The earliest time (milliseconds) at which the run can come to its next step. */
function earliestNext(step: CompiledStep | undefined, state: RunState, origin: RunOrigin): number {
  const { clock, waitUntil } = state;
  if (waitUntil === null) return clock.getTime();
  const resolution = step?.type === 'wait_for_event' ? findResolution(step, state, origin) : undefined;
  return resolution ? Math.max(clock.getTime(), resolution.at) : waitUntil.getTime();
}
