// Reads the steps of a request: their types and keys first, then their configs.
import { STEP_TYPES } from '../../../../../contract/automations/values.ts';
import { readEach } from '../../../../../contract/domain-error.ts';
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../../contract/limits.ts';
import type { Ids } from '../../../../../platform/time/ids.ts';
import { readConfig } from '../../step-types/step-types.ts';
import { type GraphStep, type StepType, TRIGGER_KEY } from '../graph.ts';
import {
  checkList,
  fieldOf,
  fieldPath,
  type GivenFields,
  missingField,
  refuseField,
  requireFields,
  requireText,
} from './fields.ts';

/** A step of a request, whose config is not read yet. */
export interface GivenStep {
  type: StepType | 'trigger';
  key: string;
  config: unknown;
  /** Its name in refusals: `steps[2]`. */
  path: string;
}

/** Reads types and keys. @throws DomainError also for a repeated key */
export function readStepHeads(given: unknown): GivenStep[] {
  const steps = readEach(checkList(given, 'steps', STEPS_MAX), (each, index): GivenStep => {
    const path = `steps[${index}]`;
    const fields = requireFields(each, path);
    const type = readStepType(fields, path);
    const key = requireText(fields, 'key', path, STEP_KEY_MAX_LENGTH);
    return { type, key, config: fieldOf(fields, 'config'), path };
  });
  const pathOf = new Map<string, string>();
  for (const { key, path } of steps) {
    const other = pathOf.get(key);
    if (other !== undefined) throw refuseField(fieldPath(path, 'key'), `is also the key of \`${other}\``);
    pathOf.set(key, path);
  }
  return steps;
}

/** @param path of the step @throws DomainError `missing_required_field`, `validation_error` */
export function readStepType(fields: GivenFields, path: string): StepType | 'trigger' {
  const given = fieldOf(fields, 'type');
  const typePath = fieldPath(path, 'type');
  if (given === undefined || given === '') throw missingField(typePath);
  const type = STEP_TYPES.find((each) => each === given);
  if (type) return type;
  throw refuseField(typePath, `must be one of ${STEP_TYPES.join(', ')}`);
}

/**
 * Reads the configs of the steps other than the trigger.
 * @param triggerKey null: the trigger has no step of its own
 * @param idOf the id of the step that had the key before
 */
export function readSteps(
  given: readonly GivenStep[],
  triggerKey: string | null,
  { ids, idOf }: { ids: Ids; idOf: ReadonlyMap<string, string> },
): GraphStep[] {
  const executable = given.filter(({ type }) => type !== 'trigger');
  if (executable.length >= STEPS_MAX) throw refuseField('steps', TOO_MANY_STEPS);
  return readEach(executable, ({ type, key, config, path }, index) => {
    if (key === (triggerKey ?? TRIGGER_KEY)) throw refuseField(fieldPath(path, 'key'), KEY_OF_TRIGGER);
    return makeStep({
      id: idOf.get(key) ?? ids.next(),
      key,
      type: type as StepType,
      position: index + 1,
      config: readConfig(type as StepType, config, fieldPath(path, 'config')),
    });
  });
}

/** Why a step cannot be added. */
export const TOO_MANY_STEPS = `must have at most ${STEPS_MAX} steps, including the trigger`;
/** Why a step cannot have the key of the trigger. */
export const KEY_OF_TRIGGER = 'is the key of the trigger';

/** Makes a step. Its type belongs to its config, which TypeScript cannot follow. */
export function makeStep(step: { [Field in keyof GraphStep]: GraphStep[Field] }): GraphStep {
  return step as GraphStep;
}
