// Random graphs of automations: every type of step, branches, merges, ends, and steps that no way leads to.
import fc from 'fast-check';
import type {
  Connection,
  ConnectionType,
  StepType,
} from '../../../shared/resources/flows/automations/graph/graph.ts';
import { STORY_DURATIONS, type StoryGraph, type StoryStep } from './story.ts';

/** Names of events in stories; one begins with another one, because names hold dots. */
export const EVENT_NAMES = ['order', 'order.paid', 'visit'] as const;
/** Texts in events and contacts. */
export const TEXTS = ['', 'a', 'B', 'aB'] as const;
/** Dates in events. */
export const DAYS = ['2026-11-19', '2026-11-20T12:00:00Z', 'soon'] as const;

const STEPS_MAX = 14;
const someDuration = fc.constantFrom(...Object.keys(STORY_DURATIONS));
const someText = fc.constantFrom(...TEXTS);
const someNumber = fc.integer({ min: 0, max: 2 });

/** Field → values and operators. `wait_events.0` is the first event for which the graph waits (see `nameWaits`). */
const OF_TEXT = ['eq', 'neq', 'contains', 'starts_with', 'ends_with'];
const OF_NUMBER = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];
const SAME = ['eq', 'neq'];
const FIELDS = [
  ...['event.text', 'contact.first_name', 'contact.properties.plan', 'wait_events.0.text'].map(
    (field) => [field, someText, OF_TEXT] as const,
  ),
  ...['event.count', 'event.deep.count', 'contact.properties.tier', 'wait_events.1.count'].map(
    (field) => [field, someNumber, OF_NUMBER] as const,
  ),
  ...['event.deep.flag', 'contact.unsubscribed', 'wait_events.0.paid.flag'].map(
    (field) => [field, fc.boolean(), SAME] as const,
  ),
  ...['event.day', 'contact.created_at', 'wait_events.2.day'].map(
    (field) => [field, fc.constantFrom('2026-11-19', '2026-11-20'), OF_NUMBER.slice(2)] as const,
  ),
];

const someRule = fc.constantFrom(...FIELDS).chain(([field, value, operators]) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constant('rule'),
        field: fc.constant(field),
        operator: fc.constantFrom(...operators),
        value: value as fc.Arbitrary<unknown>,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('rule'),
        field: fc.constant(field),
        operator: fc.constantFrom('exists', 'is_empty'),
      }),
    },
  ),
);

const { tree: someTree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: someRule },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom('and', 'or'),
        rules: fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('not'), rule: tie('tree') }) },
  ),
}));

const someValue = fc.oneof(
  someText,
  fc.constantFrom('event.text', 'contact.first_name', 'wait_events.0.text').map((name) => ({ var: name })),
);
const someCount = fc.oneof(
  someNumber,
  fc
    .constantFrom('event.count', 'contact.properties.tier', 'wait_events.1.count')
    .map((name) => ({ var: name })),
);
const someFlag = fc.oneof(fc.boolean(), fc.constant({ var: 'event.deep.flag' }));

const CONFIGS: Record<StepType, fc.Arbitrary<unknown>> = {
  send_email: fc.record({
    template: fc.record({
      id: fc.constant('story'),
      variables: fc.record({
        TEXT: someValue,
        COUNT: someCount,
        LIST: fc.array(someValue, { maxLength: 2 }),
      }),
    }),
  }),
  delay: fc.record({ duration: someDuration }),
  wait_for_event: fc.record(
    {
      event_name: fc.constantFrom(...EVENT_NAMES),
      timeout: fc.option(someDuration, { nil: undefined, freq: 10 }),
      filter_rule: fc.option(someTree, { nil: undefined, freq: 2 }),
      since: fc.constantFrom('last_pause', 'run_start'),
    },
    { requiredKeys: ['event_name', 'timeout', 'filter_rule'] },
  ),
  condition: someTree,
  contact_update: fc.record(
    {
      first_name: fc.oneof(someValue, fc.constant(null)),
      unsubscribed: someFlag,
      properties: fc.record(
        { plan: fc.oneof(someValue, fc.constant(null)), tier: someCount },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  contact_delete: fc.constant({}),
  add_to_segment: fc.constant({ segment_id: 'story' }),
};

/** A step, and how many steps further each of its connections leads; 0: there is no such connection. */
interface RandomStep {
  type: StepType;
  config: unknown;
  leads: readonly [number, number, number];
}

const someLead = fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 2, 3, 0);

function someStep(types: readonly (readonly [StepType, number])[]): fc.Arbitrary<RandomStep> {
  const one = ([type, weight]: readonly [StepType, number]) => ({
    weight,
    arbitrary: fc.record({
      type: fc.constant(type),
      config: CONFIGS[type],
      leads: fc.tuple(someLead, someLead, someLead),
    }),
  });
  return fc.oneof(...types.map(one));
}

/** Type → how often it comes. */
const WEIGHTS = [
  ['wait_for_event', 12],
  ['delay', 6],
  ['condition', 6],
  ['send_email', 6],
  ['contact_update', 4],
  ['add_to_segment', 2],
  ['contact_delete', 1],
] as const;

/** Graphs of up to fourteen steps. Their ids are those of no database. */
export const someGraph: fc.Arbitrary<StoryGraph> = fc
  .array(someStep(WEIGHTS), { minLength: 1, maxLength: STEPS_MAX, size: 'max' })
  .map((steps) => nameWaits({ steps: steps.map(stepOf), connections: connectionsOf(steps) }));

function stepOf({ type, config }: RandomStep, index: number): StoryStep {
  const position = index + 1;
  return { id: `step-${position}`, key: keyOf(index), type, position, config } as StoryStep;
}

function keyOf(index: number): string {
  return `s${index + 1}`;
}

const OUTCOMES: Readonly<Partial<Record<StepType, readonly ConnectionType[]>>> = {
  condition: ['default', 'condition_met', 'condition_not_met'],
  wait_for_event: ['default', 'event_received', 'timeout'],
};

function connectionsOf(steps: readonly RandomStep[]): Connection[] {
  const between = steps.flatMap(({ type, leads }, index) => {
    const outcomes = OUTCOMES[type] ?? ['default'];
    return outcomes.flatMap((outcome, place): Connection[] => {
      const lead = leads[place] ?? 0;
      const isThere = lead > 0 && index + lead < steps.length;
      return isThere ? [{ from: keyOf(index), to: keyOf(index + lead), type: outcome }] : [];
    });
  });
  return [{ from: 'trigger', to: keyOf(0), type: 'default' }, ...between];
}

/** Names the events for which the graph waits instead of their numbers; where it waits for none, the trigger's. */
function nameWaits(graph: StoryGraph): StoryGraph {
  const names = graph.steps.flatMap((step) =>
    step.type === 'wait_for_event' ? [step.config.event_name] : [],
  );
  const text = JSON.stringify(graph).replace(/wait_events\.(\d)\./g, (_, digit) =>
    names.length > 0 ? `wait_events.${names[Number(digit) % names.length]}.` : 'event.',
  );
  return JSON.parse(text);
}
