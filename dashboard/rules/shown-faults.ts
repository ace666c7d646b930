// Which fault stands at which node of a tree: what the API has refused, and what is not finished. Pure.
import { type RuleContext, type RuleFault, treeFaults } from './faults.ts';
import { findFaulty, type GroupNode, type RulePart } from './rules.ts';

/** A fault at its node. */
export interface ShownFault {
  /** The part of a rule at fault; empty: the whole. */
  part: RulePart;
  message: string;
  /** The API has said so. */
  isRefusal: boolean;
}

/** By the key of the node, one for each; what can be known here goes before what the API says of an older tree. */
export function faultsByNode(
  tree: GroupNode,
  context: RuleContext,
  refused: RuleFault | undefined,
): ReadonlyMap<string, ShownFault> {
  const found = new Map<string, ShownFault>();
  const put = ({ field, message }: RuleFault, isRefusal: boolean) => {
    const at = findFaulty(tree, context.path, field);
    if (at && !found.has(at.key)) found.set(at.key, { part: at.part, message, isRefusal });
  };
  for (const fault of treeFaults(tree, context)) put(fault, false);
  if (refused) put(refused, true);
  return found;
}
