// What can be done with an automation.
import type { Automation } from '../../../../api/generated/types.ts';

/** The buttons, with what they ask. */
export function AutomationActs({ automation }: { automation: Automation }) {
  return <p>{automation.id}</p>;
}
