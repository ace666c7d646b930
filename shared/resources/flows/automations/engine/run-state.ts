// The state of a run between two moves. Everything that decides about a run is here and in its version; the functions
// next to this file are pure.
import type { CompiledStep, CompiledWait, WaitAction } from '../graph/compiled.ts';
import { isMetByWaits, type RunRules } from '../graph/rule-fields.ts';

/** An event that arrived for a wait. */
export interface InboxEntry {
  /** Key of the wait. */
  step: string;
  /** Id of the event. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  payload: unknown;
  /** The part of the wait's filter about earlier waits that may not have ended when the event arrived. */
  filter?: RunRules;
}

/** The position of a run. */
export interface RunState {
  /** The step at which it is. */
  stepKey: string;
  /** How many steps it has reached before this one. */
  position: number;
  /**
   * When it reached the step, if steps take no time and pauses end when they are due. All times of a run follow from
   * it, so they do not depend on when a worker processed it, unless the run `beginsInTurn`.
   */
  clock: Date;
  /** When the pause of the step ends; null: it does not pause. */
  waitUntil: Date | null;
  /** Since when a passing refusal has postponed the step; null: none has. */
  postponedAt: Date | null;
  /** Name of the event → payload, of the waits that an event has ended. */
  waits: Readonly<Record<string, unknown>>;
  inbox: readonly InboxEntry[];
}

/** The values that do not change while a run runs. */
export interface RunOrigin {
  /** When it started. */
  startedAt: Date;
  /** The payload of the event that started it; null: none. */
  event: unknown;
}

/** The events that a run at this step has to be notified of. */
export function listensAt(step: Pick<CompiledStep, 'waitsAhead'>): string[] {
  return [...new Set(step.waitsAhead.map(({ eventName }) => eventName))];
}

/** The time range (milliseconds, both included) in which an event ends a wait that the run has reached. */
export function windowOf(
  wait: WaitAction,
  { clock }: Pick<RunState, 'clock'>,
  { startedAt }: Pick<RunOrigin, 'startedAt'>,
): { from: number; to: number } {
  const came = clock.getTime();
  return { from: wait.sinceStart ? startedAt.getTime() : came, to: came + wait.timeoutMs };
}

/** Finds the event that ends a wait that the run has reached: the first one in time. */
export function findResolution(
  wait: CompiledWait,
  state: Pick<RunState, 'clock' | 'inbox' | 'waits'>,
  origin: Pick<RunOrigin, 'startedAt'>,
): InboxEntry | undefined {
  const { from, to } = windowOf(wait, state, origin);
  const inTime = state.inbox.filter(({ step, at }) => step === wait.key && at >= from && at <= to);
  const taken = inTime.filter(({ filter }) => !filter || isMetByWaits(filter, state.waits));
  return taken.sort((a, b) => (comesAfter(a, b) ? 1 : -1))[0];
}

/** Whether an event arrived after another one. */
export function comesAfter(event: InboxEntry, other: InboxEntry): boolean {
  return event.at === other.at ? event.id > other.id : event.at > other.at;
}
