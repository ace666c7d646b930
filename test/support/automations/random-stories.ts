// Random stories of a run: a graph, events, changes of the contact, and workers that look at once, now and then, or late.
import fc from 'fast-check';
import { DAYS, EVENT_NAMES, someGraph, TEXTS } from './random-graphs.ts';
import {
  type AttemptOutcome,
  type ContactChange,
  type Happening,
  STORY_LAST_MINUTE,
  STORY_START,
  type Story,
  type StoryContact,
} from './story.ts';

const MINUTES = 30;

const some = {
  text: fc.constantFrom(...TEXTS),
  count: fc.integer({ min: 0, max: 2 }),
  flag: fc.boolean(),
  day: fc.constantFrom(...DAYS),
};

const somePayload = fc.record(
  {
    text: some.text,
    count: some.count,
    day: some.day,
    deep: fc.record({ count: some.count, flag: some.flag }, { requiredKeys: [] }),
    paid: fc.record({ flag: some.flag, text: some.text, count: some.count }),
  },
  { requiredKeys: [] },
);

const someContact: fc.Arbitrary<StoryContact> = fc.record({
  email: fc.constant('person@story.dev'),
  firstName: fc.option(some.text),
  lastName: fc.constant(null),
  unsubscribed: fc.boolean(),
  createdAt: fc.constantFrom(STORY_START, new Date('2026-11-18T00:00:00Z')),
  properties: fc.record({ plan: some.text, tier: some.count }, { requiredKeys: [] }),
});

const someChange: fc.Arbitrary<ContactChange> = fc.record(
  {
    firstName: fc.option(some.text),
    unsubscribed: some.flag,
    properties: fc.record({ plan: fc.option(some.text), tier: fc.option(some.count) }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

const minute = fc.integer({ min: 0, max: MINUTES });
const someEvent = fc.record({
  minute,
  kind: fc.constant('event' as const),
  name: fc.constantFrom(...EVENT_NAMES),
  payload: somePayload,
});
const happensChange = fc.record({ minute, kind: fc.constant('change' as const), change: someChange });

/** When workers look: at each minute (before or after what happens then), or at some minutes; always at the end. */
const someLooks = fc.oneof(fc.constantFrom('before', 'after'), fc.array(minute, { maxLength: 5 }));

const COMPLETED: AttemptOutcome = { status: 'completed', output: null };
const someOutcomes = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(COMPLETED) },
    {
      weight: 2,
      arbitrary: fc.constant<AttemptOutcome>({ status: 'completed', output: { id: 'mail' } }),
    },
    { weight: 2, arbitrary: fc.constant<AttemptOutcome>({ status: 'skipped', reason: 'topic' }) },
    { weight: 2, arbitrary: fc.constant<AttemptOutcome>({ status: 'postponed' }) },
    { weight: 1, arbitrary: fc.constant<AttemptOutcome>({ status: 'failed', message: 'No template.' }) },
  ),
  { maxLength: 6 },
);

/** Stories of half an hour; some runs have not ended by then. */
export const someStory: fc.Arbitrary<Story> = fc
  .record({
    graph: someGraph,
    payload: somePayload,
    contact: someContact,
    events: fc.array(someEvent, { minLength: 4, maxLength: 24, size: 'max' }),
    changes: fc.array(happensChange, { maxLength: 3 }),
    looks: someLooks,
    outcomes: someOutcomes,
  })
  .map(({ events, changes, looks, outcomes, ...story }) => ({
    ...story,
    happenings: inOrder([...events, ...changes], looksAt(looks)),
    // The last one is not a postponement, so that every attempt is over sometime.
    outcomes: [...outcomes, COMPLETED],
  }));

function looksAt(looks: string | readonly number[]) {
  const minutes =
    typeof looks === 'string' ? Array.from({ length: STORY_LAST_MINUTE }, (_, at) => at) : looks;
  const at = (minuteOfLook: number) => ({ minute: minuteOfLook, kind: 'look' as const });
  return { isFirst: looks === 'before', all: [...minutes, STORY_LAST_MINUTE].map(at) };
}

/** By minute. Ids grow in the order in which events come. */
function inOrder(
  others: readonly (
    | Omit<Extract<Happening, { kind: 'event' }>, 'id'>
    | Extract<Happening, { kind: 'change' }>
  )[],
  { isFirst, all }: ReturnType<typeof looksAt>,
): Happening[] {
  const sorted = (isFirst ? [...all, ...others] : [...others, ...all]).sort((a, b) => a.minute - b.minute);
  return sorted.map((each, place) =>
    each.kind === 'event' ? { ...each, id: `event-${String(place).padStart(4, '0')}` } : each,
  );
}
