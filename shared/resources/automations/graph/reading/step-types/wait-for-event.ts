// The step `wait_for_event`: waits until an event comes, or for a time.
import { WAIT_SINCE } from '../../../../../contract/automations/values.ts';
import { typeRules } from '../../../../rules/type-check.ts';
import { ruleFieldsOf } from '../../rule-fields.ts';
import { readEventName, requireSentEvent } from '../event-name.ts';
import { fieldOf, fieldPath, missingField, refuseField, requireFields } from '../fields.ts';
import { readOptionalDuration } from '../read-duration.ts';
import { readRuleTree, ruleFieldsIn } from '../rule-tree.ts';
import type { StepKind } from '../step-kind.ts';

const FILTER = 'filter_rule';

export const waitForEventStep: StepKind<'wait_for_event'> = {
  read(given, path) {
    const fields = requireFields(given, path);
    const namePath = fieldPath(path, 'event_name');
    const eventName = readEventName(fieldOf(fields, 'event_name'), namePath);
    if (eventName === undefined) throw missingField(namePath);
    requireSentEvent(eventName, namePath);
    const timeout = readOptionalDuration(fields, 'timeout', path);
    const filter = fieldOf(fields, FILTER);
    const filterRule = filter === undefined ? undefined : readRuleTree(filter, fieldPath(path, FILTER));
    const since = readSince(fieldOf(fields, 'since'), fieldPath(path, 'since'));
    return {
      event_name: eventName,
      ...(timeout !== undefined && { timeout }),
      ...(filterRule && { filter_rule: filterRule }),
      ...(since && { since }),
    };
  },
  namesIn: ({ filter_rule: filter }) => ({ values: filter ? ruleFieldsIn(filter) : [] }),
  check({ filter_rule: filter }, path, { namable }) {
    if (filter) typeRules(filter, fieldPath(path, FILTER), ruleFieldsOf(namable));
  },
};

function readSince(given: unknown, path: string): (typeof WAIT_SINCE)[number] | undefined {
  if (given === undefined) return undefined;
  const since = WAIT_SINCE.find((each) => each === given);
  if (since) return since;
  throw refuseField(path, `must be one of ${WAIT_SINCE.join(', ')}`);
}
