// The step `wait_for_event`: waits until an event arrives, or for a time.
import Joi from 'joi';
import { WAIT_SINCE } from '../../../../contract/automations/values.ts';
import { DURATION_MAX_DAYS, EVENT_NAME_MAX_LENGTH } from '../../../../contract/limits.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import type { RuleTree } from '../../../audience/rules/rule.ts';
import { typeRules } from '../../../audience/rules/type-check.ts';
import { findReserved } from '../graph/reading/event-name.ts';
import { fieldPath } from '../graph/reading/fields.ts';
import { ruleFieldsOf } from '../graph/rule-fields.ts';
import { ABSENT, durationMs, durationSchema, faultOf, ownFields } from './config-schema.ts';
import { ruleFieldsIn, ruleTreeSchema } from './rule-tree.ts';
import type { EngineKind } from './step-type.ts';

interface Config {
  event_name: string;
  timeout?: string;
  filter_rule?: RuleTree;
  since?: (typeof WAIT_SINCE)[number];
}

const schema = ownFields<Config>({
  event_name: Joi.string()
    .trim()
    .max(EVENT_NAME_MAX_LENGTH)
    .custom((name: string, helpers) => {
      const words = findReserved(name);
      return words === undefined ? name : faultOf(helpers, { words });
    })
    .empty(ABSENT)
    .required()
    .description('Name of the event, up to 200 characters'),
  timeout: durationSchema.description(
    `How long to wait, such as \`3 days\`. Default: ${DURATION_MAX_DAYS} days`,
  ),
  filter_rule: ruleTreeSchema.description('Rules that the event must match'),
  since: Joi.valid(...WAIT_SINCE)
    .empty(null)
    .description(
      'Which events count: those since the last pause of the run (`last_pause`, the default), or all since its start (`run_start`)',
    ),
});

export const waitForEventStep: EngineKind<Config> = {
  schema,
  outcomes: ['default', 'event_received', 'timeout'],
  namesIn: ({ event_name: event, filter_rule: filter }) => ({
    events: [event],
    values: filter ? ruleFieldsIn(filter) : [],
  }),
  check({ filter_rule: filter }, path, { namable }) {
    if (filter) typeRules(filter, fieldPath(path, 'filter_rule'), ruleFieldsOf(namable));
  },
  compile: ({ event_name: eventName, timeout, filter_rule: filter, since }, namable) => ({
    kind: 'wait',
    eventName,
    timeoutMs: timeout === undefined ? DURATION_MAX_DAYS * DAY_MS : durationMs(timeout),
    filter: filter && typeRules(filter, 'config.filter_rule', ruleFieldsOf(namable)),
    sinceStart: since === 'run_start',
  }),
};
