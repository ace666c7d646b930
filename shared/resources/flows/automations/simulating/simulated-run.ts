// Walks through a graph like a run whose worker is always on time. The engine decides (engine/advance.ts); events
// arrive at their time, before the run moves at the same moment.
import type { FairTurns } from '../../../../platform/sharing/fair-turns.ts';
import { type Advance, advance, type EffectOutcome, finishEffect, type StepRun } from '../engine/advance.ts';
import type { RunOrigin, RunState } from '../engine/run-state.ts';
import { type ComingEvent, takeEvent } from '../engine/take-event.ts';
import type { CompiledGraph, Effect } from '../graph/compiled.ts';
import type { ContactState } from './contact-state.ts';

/** The input of a simulated run. */
export interface SimulatedWay {
  accountId: string;
  graph: CompiledGraph;
  state: RunState;
  origin: RunOrigin;
  contact: ContactState;
  /** The events in the order of their times. */
  events: readonly ComingEvent[];
  turns: FairTurns;
  /** Simulates an effect. @param now when the run reaches its step */
  bringAbout(effect: Effect, now: Date): Promise<EffectOutcome>;
}

/** How a run has ended. */
export interface SimulatedEnding {
  status: 'completed' | 'failed';
  reason: string | null;
  /** The records of steps, in their order. */
  stepRuns: StepRun[];
}

/** Runs a run to its end. Every pause ends, so it has one. */
export async function runToEnd(way: SimulatedWay): Promise<SimulatedEnding> {
  return await new SimulatedRun(way).run();
}

class SimulatedRun {
  readonly #way: SimulatedWay;
  readonly #coming: ComingEvent[];
  /** The records by position: the record of a pause is replaced when it ends. */
  readonly #records = new Map<number, StepRun>();
  #state: RunState;
  #now: Date;

  constructor(way: SimulatedWay) {
    this.#way = way;
    this.#coming = [...way.events];
    this.#state = way.state;
    this.#now = way.origin.startedAt;
  }

  async run(): Promise<SimulatedEnding> {
    for (;;) {
      await this.#takeEvents();
      const { next } = await this.#move();
      if (next.kind === 'end') return { ...next, stepRuns: [...this.#records.values()] };
      if (next.kind === 'effect') throw new Error('An effect of a simulation was not brought about.');
      const event = this.#coming[0]?.at;
      this.#now = event && event < next.until ? event : next.until;
    }
  }

  /** A filter may have a hundred rules, so each event is a turn of the event loop. */
  async #takeEvents(): Promise<void> {
    const { graph, origin, contact, turns, accountId } = this.#way;
    while (this.#coming[0] && this.#coming[0].at <= this.#now) {
      const event = this.#coming.shift() as ComingEvent;
      const run = { state: this.#state, startedAt: origin.startedAt };
      const taken = await turns.run(accountId, () => takeEvent(graph, run, event, contact.facts));
      if (taken) this.#state = taken.state;
    }
  }

  /** Moves it to its next pause or to its end. */
  async #move(): Promise<Advance> {
    const { graph, origin, contact, turns, accountId, bringAbout } = this.#way;
    const now = this.#now;
    const engineRun = () => ({ state: this.#state, origin });
    let ahead = await turns.run(accountId, () => advance(graph, engineRun(), contact.facts, now));
    this.#keep(ahead);
    while (ahead.next.kind === 'effect') {
      const outcome = await bringAbout(ahead.next.effect, this.#state.clock);
      ahead = await turns.run(accountId, () =>
        finishEffect(graph, engineRun(), outcome, { contact: contact.facts, now }),
      );
      this.#keep(ahead);
    }
    return ahead;
  }

  #keep({ state, stepRuns }: Advance): void {
    this.#state = state;
    for (const record of stepRuns) this.#records.set(record.position, record);
  }
}
