// What an event changes of a run that is told of it: it is put into the inbox of each wait that may still count it. The
// filter is asked when the event comes. A run that pauses in such a wait is woken; its next move finds the event.
import type { CompiledGraph, CompiledStep, CompiledWait } from '../graph/compile.ts';
import { isMet } from '../graph/rule-fields.ts';
import type { ContactFacts } from '../graph/variables.ts';
import { findResolution, type RunOrigin, type RunState, windowOf } from './run-state.ts';

/**
 * Events that a later wait keeps. The wait counts the first one after it was come to, which is known only then: a run
 * that waits for a worker may be behind by several pauses.
 */
const KEPT_MAX = 20;

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
  const waits = step?.waitsAhead.filter(({ eventName }) => eventName === event.name) ?? [];
  const taking = waits.filter(
    ({ filter }) => !filter || isMet(filter, { contact, event: event.payload, waits: state.waits }),
  );
  const at = event.at.getTime();
  const keeping = taking.filter((wait) => keeps(wait, at, { step, state, origin }));
  if (keeping.length === 0) return undefined;
  const entries = keeping.map(({ key }) => ({ step: key, id: event.id, at, payload: event.payload }));
  const resolves = state.waitUntil !== null && keeping.some(({ key }) => key === state.stepKey);
  return { state: { ...state, inbox: [...state.inbox, ...entries] }, resolves };
}

interface Place {
  step: CompiledStep | undefined;
  state: RunState;
  origin: RunOrigin;
}

function keeps(wait: CompiledWait, at: number, { step, state, origin }: Place): boolean {
  const isPausedHere = wait.key === state.stepKey && state.waitUntil !== null;
  if (isPausedHere) {
    const { from, to } = windowOf(wait, state, origin);
    return at >= from && at <= to && !findResolution(wait, state, origin);
  }
  const kept = state.inbox.filter((entry) => entry.step === wait.key).length;
  if (wait.sinceStart) return kept === 0 && at >= origin.startedAt.getTime();
  return kept < KEPT_MAX && at >= earliestNext(step, state, origin);
}

/** The earliest time (milliseconds) at which the run can come to its next step. */
function earliestNext(step: CompiledStep | undefined, state: RunState, origin: RunOrigin): number {
  const { clock, waitUntil } = state;
  if (waitUntil === null) return clock.getTime();
  const resolution = step?.type === 'wait_for_event' ? findResolution(step, state, origin) : undefined;
  return resolution ? Math.max(clock.getTime(), resolution.at) : waitUntil.getTime();
}
