// Drives the engine of automations through a story, as the program does it: an event is put into the run when it comes,
// and a worker moves the run on when it looks.
import { fieldsByKey } from '../../../shared/contract/contacts/fields.ts';
import {
  type Advance,
  advance,
  type EffectOutcome,
  finishEffect,
  type StepRun,
  startState,
} from '../../../shared/resources/flows/automations/engine/advance.ts';
import type { RunState } from '../../../shared/resources/flows/automations/engine/run-state.ts';
import { takeEvent } from '../../../shared/resources/flows/automations/engine/take-event.ts';
import { compileGraph } from '../../../shared/resources/flows/automations/graph/compile.ts';
import type { CompiledGraph } from '../../../shared/resources/flows/automations/graph/compiled.ts';
import type { UsedProperty } from '../../../shared/resources/flows/automations/graph/graph.ts';
import type { ContactFacts } from '../../../shared/resources/flows/automations/graph/variables.ts';
import {
  type AttemptOutcome,
  type ContactChange,
  changeContact,
  type Ending,
  type Happening,
  minuteOf,
  numberedProperties,
  STORY_PROPERTIES,
  STORY_START,
  type Story,
  type StoryContact,
  timeOf,
} from './story.ts';

const CONTACT_ID = '01900000-0000-7000-8000-000000000001';

/** Runs a story through the engine. */
export function driveEngine(story: Story): Ending {
  const driver = new EngineDriver(story);
  for (const happening of story.happenings) driver.happen(happening);
  return driver.ending();
}

class EngineDriver {
  readonly #story: Story;
  readonly #graph: CompiledGraph;
  readonly #origin: { startedAt: Date; event: unknown };
  readonly #stepRuns = new Map<number, StepRun>();
  readonly #effects: Ending['effects'] = [];
  #state: RunState;
  #end: { status: 'completed' | 'failed'; reason: string | null } | undefined;
  #contact: StoryContact;
  #attempts = 0;

  constructor(story: Story) {
    this.#story = story;
    const properties = Object.entries(STORY_PROPERTIES).map(
      ([key, [number, type]]): UsedProperty => [key, number, type, null],
    );
    this.#graph = compileGraph({ graph: story.graph, triggerKey: null, properties });
    this.#origin = { startedAt: STORY_START, event: story.payload };
    const state = startState(this.#graph, this.#origin);
    if (!state) throw new Error('A story has a step.');
    this.#state = state;
    this.#contact = story.contact;
  }

  happen(happening: Happening): void {
    const at = timeOf(happening.minute);
    if (happening.kind === 'change') this.#contact = changeContact(this.#contact, happening.change);
    if (this.#end) return;
    if (happening.kind === 'event') {
      const taken = takeEvent(
        this.#graph,
        { state: this.#state, startedAt: STORY_START },
        { ...happening, at },
        this.#facts(),
      );
      if (taken) this.#state = taken.state;
    }
    if (happening.kind === 'look') this.#look(at);
  }

  ending(): Ending {
    const { status = 'running', reason = null } = this.#end ?? {};
    const { waitUntil, stepKey } = this.#state;
    return {
      status,
      ...(reason !== null && { reason }),
      ...(!this.#end && { step: stepKey, ...(waitUntil && { pausesUntil: minuteOf(waitUntil) }) }),
      steps: [...this.#stepRuns.values()].map(shownStep),
      effects: this.#effects,
      contact: this.#contact,
    };
  }

  #look(now: Date): void {
    let moved = advance(this.#graph, this.#run(), this.#facts(), now);
    for (;;) {
      this.#keep(moved);
      const { next } = moved;
      if (next.kind === 'end') this.#end = next;
      if (next.kind !== 'effect') return;
      const { outcomes } = this.#story;
      const outcome = outcomes[this.#attempts++ % outcomes.length] as AttemptOutcome;
      this.#effects.push({ ...shownEffect(next.effect), outcome: outcome.status });
      if (outcome.status === 'postponed') {
        this.#state = { ...this.#state, postponedAt: this.#state.postponedAt ?? now };
        return;
      }
      if (next.effect.type === 'contact_update' && outcome.status === 'completed')
        this.#contact = changeContact(this.#contact, next.effect as ContactChange);
      const facts = { contact: this.#facts(), now };
      moved = finishEffect(this.#graph, this.#run(), outcome as EffectOutcome, facts);
    }
  }

  #keep({ state, stepRuns }: Advance): void {
    this.#state = state;
    for (const stepRun of stepRuns) this.#stepRuns.set(stepRun.position, stepRun);
  }

  #run() {
    return { state: this.#state, origin: this.#origin, beginsInTurn: this.#story.isBulk === true };
  }

  #facts(): ContactFacts {
    const { properties, ...columns } = this.#contact;
    const updatedAt = this.#contact.createdAt;
    const person = { ...fieldsByKey(() => null), ...columns, properties: numberedProperties(properties) };
    return { ...person, id: CONTACT_ID, updatedAt };
  }
}

/** A record of a step as in the model. */
function shownStep({
  position,
  key,
  status,
  output,
  error,
  startedAt,
  completedAt,
}: Omit<StepRun, 'stepId'>): Ending['steps'][number] {
  return {
    position,
    key,
    status,
    ...(output && { output }),
    ...(error && { error: error.message }),
    started: minuteOf(startedAt),
    ...(completedAt && { completed: minuteOf(completedAt) }),
  };
}

/** An effect as in the model: without what no story has. */
function shownEffect({ ...effect }: { type: string } & Record<string, unknown>): Ending['effects'][number] {
  for (const field of ['from', 'subject', 'replyTo', 'topicId']) delete effect[field];
  return effect;
}
