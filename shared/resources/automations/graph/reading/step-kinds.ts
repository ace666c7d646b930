// The types of steps: each with its reader and its checks.
import type { ConnectionType, GraphStep, StepConfigs, StepType } from '../graph.ts';
import type { KnownDefinitions, StepKind, StepNames } from './step-kind.ts';
import { addToSegmentStep } from './step-types/add-to-segment.ts';
import { conditionStep } from './step-types/condition.ts';
import { contactDeleteStep } from './step-types/contact-delete.ts';
import { contactUpdateStep } from './step-types/contact-update.ts';
import { delayStep } from './step-types/delay.ts';
import { sendEmailStep } from './step-types/send-email.ts';
import { waitForEventStep } from './step-types/wait-for-event.ts';

const STEP_KINDS: { readonly [Type in StepType]: StepKind<Type> } = {
  send_email: sendEmailStep,
  delay: delayStep,
  wait_for_event: waitForEventStep,
  condition: conditionStep,
  contact_update: contactUpdateStep,
  contact_delete: contactDeleteStep,
  add_to_segment: addToSegmentStep,
};

/** The connections that may leave a step of each type. */
export const OUTCOMES: Readonly<Record<StepType | 'trigger', readonly ConnectionType[]>> = {
  trigger: ['default'],
  send_email: ['default'],
  delay: ['default'],
  wait_for_event: ['default', 'event_received', 'timeout'],
  condition: ['default', 'condition_met', 'condition_not_met'],
  contact_update: ['default'],
  contact_delete: ['default'],
  add_to_segment: ['default'],
};

/** Reads the config of a step. @throws DomainError that names the path of the fault */
export function readConfig(type: StepType, given: unknown, path: string): StepConfigs[StepType] {
  return STEP_KINDS[type].read(given, path);
}

/** What a step names outside of the graph. */
export function namesInStep({ type, config }: GraphStep): StepNames {
  return kindOf(type).namesIn?.(config) ?? {};
}

/** Checks that what a step names is there and fits. @param path of its config @throws DomainError */
export function checkStep({ type, config }: GraphStep, path: string, known: KnownDefinitions): void {
  kindOf(type).check?.(config, path, known);
}

/** The type of a step goes with its config, which TypeScript does not follow. */
function kindOf(type: StepType): StepKind {
  return STEP_KINDS[type] as unknown as StepKind;
}
