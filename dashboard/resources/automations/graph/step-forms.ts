// What the editor knows of each type of step: its outcomes, the config with which it begins, its sentence, and what it
// lacks. A new type is a row here (docs/architecture/automation-step-types.md); its name is in run/step-kinds.ts. Pure.

import type {
  CONNECTION_TYPES,
  EXECUTABLE_STEP_TYPES,
} from '../../../../shared/contract/automations/values.ts';
import {
  AUTOMATION_RULES_DEPTH_MAX,
  AUTOMATION_RULES_MAX,
  DURATION_MAX_DAYS,
} from '../../../../shared/contract/limits.ts';
import { columnField, PROPERTY_PREFIX } from '../../../../shared/contract/segments/fields.ts';
import { capitalised } from '../../../format/capitalised.ts';
import { type RuleFault, ruleFaults } from '../../../rules/faults.ts';
import type { RuleFields } from '../../../rules/rule-fields.ts';
import { readTree, writeTree } from '../../../rules/rules.ts';
import { ruleSentence } from '../../../rules/sentence.ts';
import { textIn } from '../run/step-kinds.ts';
import { NO_DURATION, readDuration } from './durations.ts';

/** A type of step that a run executes. */
export type StepType = (typeof EXECUTABLE_STEP_TYPES)[number];

/** The names of what configs name. */
export interface NamesInSteps {
  /** @param id or alias @returns undefined: it is not read, or not there */
  template(id: string): string | undefined;
  segment(id: string): string | undefined;
  /** The fields of rules: values of the event and of the contact. */
  fields: RuleFields;
}

/** A config, which may be one that another program has written, or unfinished. */
type Config = Readonly<Record<string, unknown>>;

interface StepForm {
  /** Absent: `default` alone. */
  outcomes?: readonly (typeof CONNECTION_TYPES)[number][];
  /** The run ends with it: whatever follows it is never executed. */
  endsRun?: true;
  empty: () => object;
  /** @returns undefined: what it does is not chosen yet */
  says(config: Config, names: NamesInSteps): string | undefined;
  /** The rules in its config. */
  rules?: (config: Config) => unknown;
  /** The event that `event` is in its rules, in place of the one that has started the run. */
  event?: (config: Config) => string;
  /** Why it cannot be saved yet. @param path of its config, as the API names it */
  lacks(config: Config, path: string, fields: RuleFields): readonly RuleFault[];
}

const NOTHING = () => [];

const STEP_FORMS: Readonly<Record<StepType, StepForm>> = {
  send_email: {
    empty: () => ({}),
    says(config, { template }) {
      const id = textIn(objectIn(config, 'template'), 'id');
      return id === undefined ? undefined : `Send the template ${quoted(template(id) ?? id)}`;
    },
    // A disabled automation may lack the template.
    lacks: NOTHING,
  },
  delay: {
    empty: () => ({ duration: '' }),
    says: (config) => prefixed('Wait ', filledIn(config, 'duration')),
    lacks: (config, path) => [
      ...lacksText(config, path, 'duration', 'Enter how long to wait.'),
      ...lacksDuration(config, path, 'duration'),
    ],
  },
  wait_for_event: {
    outcomes: ['event_received', 'timeout'],
    empty: () => ({ event_name: '' }),
    rules: ({ filter_rule: filter }) => filter,
    event: (config) => filledIn(config, 'event_name') ?? '',
    says(config, { fields }) {
      const event = filledIn(config, 'event_name');
      if (event === undefined) return undefined;
      const rules = ruleSentence(config['filter_rule'], fields);
      const filter = rules === '' ? '' : ` with ${rules}`;
      return `Wait for ${event}${filter}, up to ${filledIn(config, 'timeout') ?? `${DURATION_MAX_DAYS} days`}`;
    },
    lacks: (config, path, fields) => [
      ...lacksText(config, path, 'event_name', 'Choose the event to wait for.'),
      ...lacksDuration(config, path, 'timeout'),
      ...(config['filter_rule'] ? lacksRules(config['filter_rule'], `${path}.filter_rule`, fields) : []),
    ],
  },
  condition: {
    outcomes: ['condition_met', 'condition_not_met'],
    empty: () => writeTree(readTree(undefined)) as object,
    rules: (config) => config,
    says: (config, { fields }) => prefixed('If ', ruleSentence(config, fields)),
    lacks: lacksRules,
  },
  contact_update: {
    empty: () => ({}),
    says: sayUpdate,
    lacks: (config, field) =>
      changesIn(config).length > 0 ? [] : [{ field, message: 'Choose a field to change.' }],
  },
  contact_delete: {
    endsRun: true,
    empty: () => ({}),
    says: () => 'Delete the contact',
    lacks: NOTHING,
  },
  add_to_segment: {
    empty: () => ({ segment_id: '' }),
    says(config, { segment }) {
      const id = filledIn(config, 'segment_id');
      return id === undefined ? undefined : `Add the contact to ${quoted(segment(id) ?? '…')}`;
    },
    lacks: (config, path) => lacksText(config, path, 'segment_id', 'Choose a segment.'),
  },
};

/** The ways on from a step, but for `default` where it has others. */
export function outcomesOf(type: StepType): readonly (typeof CONNECTION_TYPES)[number][] {
  return STEP_FORMS[type].outcomes ?? ['default'];
}

/** The config of a new step: nothing is chosen. */
export const emptyConfig = (type: StepType): object => STEP_FORMS[type].empty();

/** Whether a run ends with such a step, whatever follows it. */
export const endsRun = (type: StepType): boolean => STEP_FORMS[type].endsRun ?? false;

/** The rules of a step, in any form; undefined: it has none. */
export function rulesOf(type: StepType, config: object): unknown {
  return STEP_FORMS[type].rules?.(config as Config) ?? undefined;
}

/** The event that `event` is in the rules of a step; undefined: the one that has started the run. */
export function eventOf(type: StepType, config: object): string | undefined {
  return STEP_FORMS[type].event?.(config as Config);
}

/** Describes the act of a step: "Wait 3 days". @returns undefined: it is not chosen yet */
export function configSentence(type: StepType, config: object, names: NamesInSteps): string | undefined {
  return STEP_FORMS[type].says(config as Config, names);
}

/** Why a step cannot be saved yet. @param path of its config, as the API names it */
export function configFaults(
  type: StepType,
  config: object,
  path: string,
  fields: RuleFields,
): readonly RuleFault[] {
  return STEP_FORMS[type].lacks(config as Config, path, fields);
}

function filledIn(config: Config, name: string): string | undefined {
  return textIn(config, name)?.trim() || undefined;
}

function objectIn(config: Config, name: string): Config {
  const value = config[name];
  return typeof value === 'object' && value !== null ? (value as Config) : {};
}

function lacksText(config: Config, path: string, name: string, message: string): RuleFault[] {
  return filledIn(config, name) === undefined ? [{ field: `${path}.${name}`, message }] : [];
}

function lacksDuration(config: Config, path: string, name: string): RuleFault[] {
  const text = filledIn(config, name);
  const isNone = text !== undefined && readDuration(text) === undefined;
  return isNone ? [{ field: `${path}.${name}`, message: NO_DURATION }] : [];
}

function lacksRules(rules: unknown, path: string, fields: RuleFields): RuleFault[] {
  const limits = { rules: AUTOMATION_RULES_MAX, depth: AUTOMATION_RULES_DEPTH_MAX };
  return ruleFaults(rules, { path, fields, limits });
}

/** The most changes of a contact that are named. */
const NAMED_MAX = 3;

/** "Set first name to “Ada”, set plan to event.plan, remove city" */
function sayUpdate(config: Config, { fields }: NamesInSteps): string | undefined {
  const changes = changesIn(config);
  const said = changes.slice(0, NAMED_MAX).map(([name, key, value]) => {
    const words = fields.find(name)?.words ?? key;
    return value === null || value === '' ? `remove ${words}` : `set ${words} to ${valueWords(value)}`;
  });
  const more = changes.length > NAMED_MAX ? ` and ${changes.length - NAMED_MAX} more` : '';
  const text = `${said.join(', ')}${more}`;
  return text === '' ? undefined : capitalised(text);
}

/** The changes of a config: the name of the field in rules, its own name, and the value. */
function changesIn(config: Config): [name: string, key: string, value: unknown][] {
  const { properties: _, ...columns } = config;
  return [
    ...Object.entries(columns).map(([key, value]): [string, string, unknown] => [
      columnField(key),
      key,
      value,
    ]),
    ...Object.entries(objectIn(config, 'properties')).map(([key, value]): [string, string, unknown] => [
      `${PROPERTY_PREFIX}${key}`,
      key,
      value,
    ]),
  ].filter(([, , value]) => value !== undefined);
}

function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object' && value !== null) return textIn(value as Config, 'var') ?? '…';
  return typeof value === 'string' ? quoted(value) : String(value);
}

function prefixed(words: string, text: string | undefined): string | undefined {
  return text ? `${words}${text}` : undefined;
}

const quoted = (text: string) => `“${text}”`;
