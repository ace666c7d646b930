// The model of a run, written apart from the engine and as naive as possible: it knows the whole story, walks from step
// to step whenever a worker looks, and searches all events from the beginning for every wait. It follows the rules of
// docs/reference/automation-steps.md, not the code.
import { fieldsByKey } from '../../../shared/contract/contacts/fields.ts';
import { answersRule, type Seen, valueNamed, withValues } from './model-values.ts';
import {
  type AttemptOutcome,
  type ConfigOf,
  type ContactChange,
  changeContact,
  type Ending,
  STORY_DURATIONS,
  type Story,
  type StoryContact,
} from './story.ts';

/** A wait without a timeout ends after 30 days. */
const LONGEST_WAIT = 30 * 24 * 60;

type Step = Story['graph']['steps'][number];

/** How a step was left; undefined: the run stays at it. */
type Left =
  | { at: number; outcome: string; output?: unknown; status?: 'skipped'; endedBy?: number }
  | { fails: string }
  | { ends: true; output: unknown }
  | undefined;

/** How an attempt goes. @param attempt counts from 0 */
export type OutcomeOf = (attempt: number, effect: { type: string }, contact: StoryContact) => AttemptOutcome;

/** Finds how a story ends. @param outcomeOf by default the outcomes of the story, in order */
export function predictEnding(story: Story, outcomeOf: OutcomeOf = outcomesOf(story)): Ending {
  return new ModelRun(story, outcomeOf).findEnd();
}

function outcomesOf({ outcomes }: Story): OutcomeOf {
  return (attempt) => outcomes[attempt % outcomes.length] as AttemptOutcome;
}

class ModelRun {
  readonly #story: Story;
  readonly #outcomeOf: OutcomeOf;
  /** Contact at each place of the story, as far as it is known. */
  readonly #contacts: StoryContact[] = [];
  readonly #ending: Ending;
  /** Name → payload of the events that have ended waits. */
  readonly #endedWaits = new Map<string, unknown>();
  readonly #waitNames: readonly string[];
  #contact: StoryContact;
  #step: string | undefined;
  /** When it came to the step, and the event that ended its last pause, if an event did. */
  #came = 0;
  #cameAfter = -1;
  #attempts = 0;
  #isPostponed = false;
  /** It has begun the step at which it is, and waits in it. */
  #hasBegun = false;

  constructor(story: Story, outcomeOf: OutcomeOf) {
    this.#story = story;
    this.#outcomeOf = outcomeOf;
    this.#contact = story.contact;
    this.#ending = { status: 'running', steps: [], effects: [], contact: story.contact };
    const { steps } = story.graph;
    this.#waitNames = steps.flatMap((step) =>
      step.type === 'wait_for_event' ? [step.config.event_name] : [],
    );
    this.#step = this.#follow('trigger', 'default');
  }

  findEnd(): Ending {
    for (const [place, happening] of this.#story.happenings.entries()) {
      this.#contacts[place] = this.#contact;
      if (happening.kind === 'change') this.#contact = changeContact(this.#contact, happening.change);
      if (happening.kind === 'look') this.#look(place, happening.minute);
    }
    this.#ending.contact = this.#contact;
    return this.#ending;
  }

  /** A worker looks: the run continues as far as it can. */
  #look(place: number, now: number): void {
    const { steps } = this.#story.graph;
    // What was written about a pause may change.
    this.#ending.steps = this.#ending.steps.filter(({ status }) => status !== 'waiting');
    delete this.#ending.pausesUntil;
    while (this.#ending.status === 'running') {
      const step = steps.find(({ key }) => key === this.#step);
      if (!step) throw new Error('The run is nowhere.');
      if (this.#story.isBulk && !this.#hasBegun) this.#came = Math.max(this.#came, now);
      const left = this.#leave(step, place, now);
      this.#hasBegun = left === undefined;
      if (left === undefined) {
        this.#ending.step = step.key;
        return;
      }
      this.#goOn(step, left, now);
    }
  }

  #goOn(step: Step, left: NonNullable<Left>, now: number): void {
    const position = this.#ending.steps.length;
    const record = { position, key: step.key, started: this.#came };
    const end = (status: 'completed' | 'failed') => {
      this.#ending.status = status;
      delete this.#ending.step;
    };
    const isLate = this.#isPostponed;
    this.#isPostponed = false;
    if ('fails' in left) {
      const completed = isLate ? now : this.#came;
      this.#ending.steps.push({ ...record, status: 'failed', error: left.fails, completed });
      this.#ending.reason = left.fails;
      end('failed');
      return;
    }
    if ('ends' in left) {
      const output = left.output ? { output: left.output } : {};
      const completed = isLate ? now : this.#came;
      this.#ending.steps.push({ ...record, status: 'completed', ...output, completed });
      end('completed');
      return;
    }
    const { at, outcome, output, status = 'completed', endedBy } = left;
    this.#ending.steps.push({ ...record, status, ...(output !== undefined && { output }), completed: at });
    if (at > this.#came) this.#cameAfter = -1;
    this.#cameAfter = Math.max(this.#cameAfter, endedBy ?? -1);
    this.#came = at;
    this.#step = this.#follow(step.key, outcome);
    if (this.#step === undefined) end('completed');
  }

  #leave(step: Step, place: number, now: number): Left {
    switch (step.type) {
      case 'delay':
        return this.#pause(step, this.#came + minutesOf(step.config.duration), now, 'default', undefined);
      case 'condition': {
        const seen = this.#seen(this.#story.payload);
        const outcome = answersRule(step.config, seen) ? 'condition_met' : 'condition_not_met';
        return { at: this.#came, outcome, output: { result: outcome } };
      }
      case 'wait_for_event':
        return this.#wait(step, step.config, place, now);
      default:
        return this.#attempt(step, now);
    }
  }

  #pause(step: Step, until: number, now: number, outcome: string, output: unknown): Left {
    if (until <= now) return { at: until, outcome, output };
    const position = this.#ending.steps.length;
    this.#ending.steps.push({ position, key: step.key, status: 'waiting', started: this.#came });
    this.#ending.pausesUntil = until;
    return undefined;
  }

  #wait(step: Step, config: ConfigOf<'wait_for_event'>, place: number, now: number): Left {
    const deadline = this.#came + (config.timeout === undefined ? LONGEST_WAIT : minutesOf(config.timeout));
    const [since, after] = config.since === 'run_start' ? [0, -1] : [this.#came, this.#cameAfter];
    for (const [at, happening] of this.#story.happenings.slice(0, place).entries()) {
      if (happening.kind !== 'event' || happening.name !== config.event_name || at <= after) continue;
      if (happening.minute < since || happening.minute > deadline) continue;
      const contact = this.#contacts[at] ?? this.#contact;
      if (config.filter_rule && !answersRule(config.filter_rule, this.#seen(happening.payload, contact)))
        continue;
      const { id, name, payload } = happening;
      this.#endedWaits.set(name, payload);
      return {
        at: Math.max(this.#came, happening.minute),
        outcome: 'event_received',
        output: { result: 'event_received', event_id: id, payload },
        endedBy: at,
      };
    }
    return this.#pause(step, deadline, now, 'timeout', { result: 'timeout' });
  }

  #attempt(step: Step, now: number): Left {
    const effect = effectOf(step, this.#seen(this.#story.payload));
    const outcome = this.#outcomeOf(this.#attempts++, effect, this.#contact);
    this.#ending.effects.push({ ...effect, outcome: outcome.status });
    if (outcome.status === 'postponed') {
      this.#isPostponed = true;
      return undefined;
    }
    if (outcome.status === 'failed') return { fails: outcome.message };
    const at = this.#isPostponed ? now : this.#came;
    if (outcome.status === 'skipped')
      return { at, outcome: 'default', output: { reason: outcome.reason }, status: 'skipped' };
    if (step.type === 'contact_delete') return { ends: true, output: outcome.output };
    if (effect.type === 'contact_update')
      this.#contact = changeContact(this.#contact, effect as ContactChange);
    return { at, outcome: 'default', output: outcome.output ?? undefined };
  }

  #seen(event: unknown, contact = this.#contact): Seen {
    return { contact, event, waits: Object.fromEntries(this.#endedWaits), waitNames: this.#waitNames };
  }

  #follow(from: string, outcome: string): string | undefined {
    const edges = this.#story.graph.connections.filter((edge) => edge.from === from);
    return (edges.find(({ type }) => type === outcome) ?? edges.find(({ type }) => type === 'default'))?.to;
  }
}

function minutesOf(duration: string): number {
  return STORY_DURATIONS[duration] ?? Number.NaN;
}

/** What an attempt brings about, with values instead of references. */
function effectOf(step: Step, seen: Seen): { type: string } & Record<string, unknown> {
  const value = (given: unknown) => withValues(given, (name) => valueNamed(name, seen));
  switch (step.type) {
    case 'send_email': {
      const { template } = step.config;
      return { type: step.type, template: template?.id, variables: value(template?.variables ?? {}) };
    }
    case 'contact_update': {
      const { unsubscribed, properties = {}, ...texts } = step.config;
      const fields = fieldsByKey(({ column }) => value(texts[column]));
      const columns = { ...fields, unsubscribed: value(unsubscribed) };
      return { type: step.type, ...columns, properties: value(properties) };
    }
    case 'add_to_segment':
      return { type: step.type, segmentId: step.config.segment_id };
    default:
      return { type: step.type };
  }
}
