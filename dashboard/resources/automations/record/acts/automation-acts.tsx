// What can be done with an automation.
import type { Automation } from '../../../../api/generated/types.ts';
import { EnrolButton } from '../enrol/enrol-button.tsx';

/** The buttons, with what they ask. */
export function AutomationActs({ automation }: { automation: Automation }) {
  return <EnrolButton automation={automation} />;
}
