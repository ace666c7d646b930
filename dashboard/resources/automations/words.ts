// What is said of an automation, wherever it is named. Pure.
import { SCHEDULE_TRIGGER } from '../../../shared/contract/automations/values.ts';
import { HEALTH_RUNS_MAX } from '../../../shared/contract/limits.ts';
import type { AutomationItem } from '../../api/generated/types.ts';

/** Each state in a word. */
export const AUTOMATION_STATES: Readonly<Record<AutomationItem['status'], string>> = {
  enabled: 'On',
  disabled: 'Off',
};

/** The dot and the word of a state. */
export function automationBadge({ status }: Pick<AutomationItem, 'status'>): {
  status: string;
  label: string;
} {
  return { status, label: AUTOMATION_STATES[status] };
}

/** The triggers that the service itself brings about (docs/reference/events.md), in words. */
export const SERVICE_TRIGGERS: ReadonlyMap<string, string> = new Map([
  ['contact.created', 'When a contact is added'],
  ['contact.updated', 'When a contact changes'],
  ['contact.unsubscribed', 'When a contact unsubscribes'],
  ['segment.entered', 'When a contact enters a segment'],
  ['segment.left', 'When a contact leaves a segment'],
  ['email.received', 'When a contact sends mail'],
  ['email.opened', 'When a contact opens an email'],
  ['email.clicked', 'When a contact clicks a link'],
  ['poll.voted', 'When a contact votes in a poll'],
  [SCHEDULE_TRIGGER, 'At a set time'],
]);

/** The trigger of a run: "When `order.paid` arrives"; names are between backticks, for `Said`. */
export function triggerWords(trigger: string): string {
  return SERVICE_TRIGGERS.get(trigger) ?? `When \`${trigger}\` arrives`;
}

/** The effect of turning on an automation. */
export function turnOnWords(trigger: string): string {
  return trigger === SCHEDULE_TRIGGER
    ? 'A run starts for each contact in its audience at the set time.'
    : 'From now on the trigger starts runs. Earlier events start none.';
}

/** A number of runs that is counted up to a bound. */
export function runsText(count: number): string {
  return count >= HEALTH_RUNS_MAX ? `${HEALTH_RUNS_MAX}+` : String(count);
}
