// What is said of an automation, wherever it is named. Pure.
import type { AutomationItem } from '../../api/generated/types.ts';

/** The dot and the word of a state. */
export function automationLook({ status }: Pick<AutomationItem, 'status'>): {
  status: string;
  label: string;
} {
  return { status, label: AUTOMATION_STATES[status] };
}

/** Each state in a word. */
export const AUTOMATION_STATES: Readonly<Record<AutomationItem['status'], string>> = {
  enabled: 'On',
  disabled: 'Off',
};
