// Decides which runs are notified of an event, which of their waits it reaches and which moves it undoes. It is pure:
// it reads and returns plain data. An event before its wait stays in the inbox of the run until the run reaches the
// wait (../engine/take-event.ts). A run that a worker has claimed loses its claim: its move was decided without the
// event, and is decided again. A run that pauses in a wait that the event does not end stays asleep.
import type { IncomingEvent, IncomingServiceEvent } from '../../events/incoming-event.ts';
import type { RunState } from '../engine/run-state.ts';
import { type ComingEvent, takeEvent } from '../engine/take-event.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import type { ContactFacts } from '../graph/variables.ts';

/** A run that is notified of events: one that is stored, or one that starts. */
export interface Subscriber {
  id: string;
  domainId: string;
  graph: CompiledGraph;
  /** The names of the events of its waits ahead. */
  listens: readonly string[];
  state: RunState;
  createdAt: Date;
  /** A worker has claimed it or may claim it. */
  isAwake: boolean;
}

/** The changes of a subscriber by an event. */
export interface Reached<Run extends Subscriber> {
  run: Run;
  state: RunState;
  /** Whether it ends the wait in which the run pauses. */
  resolves: boolean;
  /** The run is due at once, and no worker has it. */
  wakes: boolean;
}

/**
 * Whether a run is notified of an event. An event of its own does not end its waits, nor does a received email from a
 * program. It is notified of opens and clicks only of its own mail; a client may also send events with these names,
 * which are treated like any other.
 */
export function isSubscribed(
  { id, listens, domainId }: Pick<Subscriber, 'id' | 'listens' | 'domainId'>,
  event: IncomingEvent,
): boolean {
  if (event.kind === 'batch' || (event.kind === 'service' && event.isMachine)) return false;
  const isPlace =
    event.kind === 'service' ? !isHit(event.name) || event.mailRunId === id : domainId === event.domainId;
  return isPlace && listens.includes(event.name) && event.runId !== id;
}

function isHit(name: IncomingServiceEvent['name']): boolean {
  return name === 'email.opened' || name === 'email.clicked';
}

/** Notifies subscribers of an event. @returns the subscribers that it changes */
export function reachWaits<Run extends Subscriber>(
  subscribers: readonly Run[],
  event: ComingEvent,
  contact: ContactFacts,
): Reached<Run>[] {
  return subscribers.flatMap((run) => {
    const { graph, state, createdAt: startedAt, isAwake } = run;
    const taken = takeEvent(graph, { state, startedAt }, event, contact);
    return taken ? [{ run, ...taken, wakes: taken.resolves || isAwake }] : [];
  });
}
