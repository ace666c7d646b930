// Applies an event to a notified run: it is put into the inbox of each wait that may still count it. The filter is
// evaluated when the event arrives; its part about earlier waits is evaluated when the run reaches the wait, because a
// worker may not yet have processed their ends. A run that pauses in such a wait is woken; its next move finds the
// event.
import type { CompiledGraph, CompiledStep, CompiledWait } from '../graph/compiled.ts';
import { isMet, narrowToWaits, type RunRules } from '../graph/rule-fields.ts';
import type { ContactFacts, RunValues } from '../graph/variables.ts';
import { findResolution, type InboxEntry, type RunState, windowOf } from './run-state.ts';

/**
 * The latest events that a later wait keeps. The wait counts the first one after it was reached, which is known only
 * then: a run that waits for a worker may be late by several pauses. A wait that counts from the start keeps the first.
 */
const KEPT_MAX = 20;

/** An event that has arrived for the contact of a run. */
export interface ComingEvent {
  id: string;
  name: string;
  at: Date;
  payload: unknown;
}

/** The changes of a run by an event. */
export interface TakenEvent {
  state: RunState;
  /** Whether it ends the wait in which the run pauses. */
  resolves: boolean;
}

/** @returns undefined when nothing changes */
export function takeEvent(
  graph: CompiledGraph,
  { state, startedAt }: { state: RunState; startedAt: Date },
  event: ComingEvent,
  contact: ContactFacts,
): TakenEvent | undefined {
  const step = graph.steps.get(state.stepKey);
  const place: Place = { step, state, startedAt };
  const at = event.at.getTime();
  const waits = step?.waitsAhead.filter(({ eventName }) => eventName === event.name) ?? [];
  const entries = waits.flatMap((wait): InboxEntry[] => {
    const filter = askFilter(wait, place, { contact, event: event.payload, waits: state.waits });
    if (filter === false || !keeps(wait, at, place)) return [];
    const entry = { step: wait.key, id: event.id, at, payload: event.payload };
    return [filter === true ? entry : { ...entry, filter }];
  });
  if (entries.length === 0) return undefined;
  const resolves = entries.some(({ step: key }) => isPausedAt(key, state));
  return { state: { ...state, inbox: [...makeRoom(state.inbox, entries), ...entries] }, resolves };
}

interface Place {
  step: CompiledStep | undefined;
  state: RunState;
  startedAt: Date;
}

/** @returns whether the filter accepts the event, or the part that is still open */
function askFilter({ key, filter }: CompiledWait, { state }: Place, values: RunValues): RunRules | boolean {
  if (!filter) return true;
  return isPausedAt(key, state) ? isMet(filter, values) : narrowToWaits(filter, values);
}

function isPausedAt(key: string, { stepKey, waitUntil }: RunState): boolean {
  return key === stepKey && waitUntil !== null;
}

function keeps(wait: CompiledWait, at: number, place: Place): boolean {
  const { state, startedAt } = place;
  if (isPausedAt(wait.key, state)) {
    const { from, to } = windowOf(wait, state, { startedAt });
    return at >= from && at <= to && !findResolution(wait, state, { startedAt });
  }
  if (!wait.sinceStart) return at >= earliestNext(place);
  const kept = state.inbox.filter((entry) => entry.step === wait.key);
  return kept.length < KEPT_MAX && kept.every(({ filter }) => filter) && at >= startedAt.getTime();
}

/** The inbox without the oldest entries of the waits that would keep too many. */
function makeRoom(inbox: readonly InboxEntry[], coming: readonly InboxEntry[]): readonly InboxEntry[] {
  const full = coming
    .map(({ step }) => inbox.filter((entry) => entry.step === step))
    .filter((kept) => kept.length >= KEPT_MAX);
  const oldest = new Set(full.map(([first]) => first));
  return oldest.size > 0 ? inbox.filter((entry) => !oldest.has(entry)) : inbox;
}

/** The earliest time (milliseconds) at which the run can reach its next step. */
function earliestNext({ step, state, startedAt }: Place): number {
  const { clock, waitUntil } = state;
  if (waitUntil === null) return clock.getTime();
  const resolution = step?.kind === 'wait' ? findResolution(step, state, { startedAt }) : undefined;
  return resolution ? Math.max(clock.getTime(), resolution.at) : waitUntil.getTime();
}
