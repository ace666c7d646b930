// The latest events of the trigger of an automation, with why each has started no run.
import type { Automation } from '../../../../api/generated/types.ts';

/** The list. */
export function WhyNot({ automation }: { automation: Automation }) {
  return <p>{automation.id}</p>;
}
