// The runs of an automation.
import type { Automation } from '../../../../api/generated/types.ts';

/** The list. */
export function Runs({ automation }: { automation: Automation }) {
  return <p>{automation.id}</p>;
}
