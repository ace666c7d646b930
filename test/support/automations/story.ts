// A story of one run, for tests that compare the engine of automations with the model (run-model.ts): the graph, and
// everything that happens to the run and its contact, in order.
import type { EffectOutcome } from '../../../shared/resources/flows/automations/engine/advance.ts';
import type { Graph, GraphStep } from '../../../shared/resources/flows/automations/graph/graph.ts';
import type { StepConfigs } from '../../../shared/resources/flows/automations/step-types/step-types.ts';

/** What a rule or a variable can see of a contact. Properties by their keys. */
export interface StoryContact {
  email: string;
  firstName: string | null;
  lastName: string | null;
  unsubscribed: boolean;
  createdAt: Date;
  properties: Readonly<Record<string, string | number>>;
}

/** New values of a contact; null: the value is removed. */
export interface ContactChange {
  firstName?: unknown;
  lastName?: unknown;
  unsubscribed?: unknown;
  properties?: Readonly<Record<string, unknown>>;
}

/** Something happens. Times are minutes since the start of the run; of two at the same time the first one is earlier. */
export type Happening = { minute: number } & (
  | { kind: 'event'; id: string; name: string; payload: Readonly<Record<string, unknown>> }
  | { kind: 'change'; change: ContactChange }
  /** A worker looks at the run. */
  | { kind: 'look' }
);

/** How an attempt of a step goes that has an effect. */
export type AttemptOutcome = EffectOutcome | { status: 'postponed' };

/** A story. */
export interface Story {
  graph: StoryGraph;
  /** The payload of the event that started the run. */
  payload: Readonly<Record<string, unknown>>;
  contact: StoryContact;
  /** By minute. */
  happenings: readonly Happening[];
  /** One of many runs that were started together: each of its steps begins when a worker comes to it. */
  isBulk?: boolean;
  /** Outcomes of the attempts of effects, in order, again from the first one after the last one. */
  outcomes: readonly AttemptOutcome[];
}

/** What a run has done by the end of its story. Times are minutes; fields without a value are left out. */
export interface Ending {
  status: 'running' | 'completed' | 'failed';
  reason?: string;
  /** The step at which it is, while it is running. */
  step?: string;
  /** When the pause of that step ends. */
  pausesUntil?: number;
  /** Steps that have ended, and the one in which it pauses. */
  steps: {
    position: number;
    key: string;
    status: 'waiting' | 'completed' | 'failed' | 'skipped';
    output?: unknown;
    error?: string;
    started: number;
    completed?: number;
  }[];
  /** What was attempted outside the run, with its values in place, and the status of its outcome. */
  effects: ({ type: string } & Record<string, unknown>)[];
  /** As it is at the end. */
  contact: StoryContact;
}

/** The contact properties of all stories: key → number and type. */
export const STORY_PROPERTIES = { plan: [1, 'string'], tier: [2, 'number'] } as const;

/** The texts of durations in stories → minutes. */
export const STORY_DURATIONS: Readonly<Record<string, number>> = {
  '1 minute': 1,
  '120 seconds': 2,
  'three minutes': 3,
  '4m': 4,
  '5 min and 60 s': 6,
  '0.25 hours': 15,
};

export const MINUTE_MS = 60_000;
/** The last look. It is later than every pause with a timeout of a graph of fourteen steps. */
export const STORY_LAST_MINUTE = 300;
/** When runs start. */
export const STORY_START = new Date('2026-11-20T12:00:00Z');

/** The time of a minute. */
export function timeOf(minute: number): Date {
  return new Date(STORY_START.getTime() + minute * MINUTE_MS);
}

/** The minute of a time. */
export function minuteOf(time: Date): number {
  return (time.getTime() - STORY_START.getTime()) / MINUTE_MS;
}

/** A contact with new values. A value that is undefined changes nothing. */
export function changeContact(contact: StoryContact, change: ContactChange): StoryContact {
  const { properties = {}, ...columns } = change;
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...contact.properties, ...properties });
  const kept = all.filter(([, value]) => value !== null && value !== undefined);
  return { ...contact, ...Object.fromEntries(given), properties: Object.fromEntries(kept) as never };
}

/** Values of properties by their numbers, as contacts store them. */
export function numberedProperties(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const numberOf = (key: string) => STORY_PROPERTIES[key as keyof typeof STORY_PROPERTIES][0];
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [numberOf(key), value]));
}

/** A step with the config of its type. */
export type StoryStep = {
  [Type in keyof StepConfigs]: GraphStep & { type: Type; config: StepConfigs[Type] };
}[keyof StepConfigs];

/** A graph whose steps have the configs of their types. */
export interface StoryGraph extends Graph {
  steps: StoryStep[];
}

/** The configuration of a step of a type. */
export type ConfigOf<Type extends keyof StepConfigs> = StepConfigs[Type];
