// What is done to many contacts or runs of an automation.
import type { Automation } from '../../../../api/generated/types.ts';

/** The list. */
export function Batches({ automation }: { automation: Automation }) {
  return <p>{automation.id}</p>;
}
