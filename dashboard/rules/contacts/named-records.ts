// The records that the rules of a filter name: the topic of `topic.<id>`, and the segments that are values. Pure.
import { SEGMENT_FIELD } from '../../../shared/contract/segments/fields.ts';
import { isGroup, type RuleNode, readTree, type TreeNode } from '../rules.ts';

/** The ids that follow a prefix in the fields of a filter, each once; one that is not chosen yet is none. */
export function idsAfter(prefix: string, filter: unknown): string[] {
  const names = rulesIn(readTree(filter)).map(({ field }) => field);
  const ids = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length).toLowerCase());
  return [...new Set(ids)].filter((id) => id !== '');
}

/** The ids of the segments that a filter names, each once. */
export function segmentIdsIn(filter: unknown): string[] {
  const rules = rulesIn(readTree(filter)).filter(({ field }) => field === SEGMENT_FIELD);
  return [
    ...new Set(
      rules.flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [])),
    ),
  ];
}

function rulesIn(node: TreeNode): RuleNode[] {
  if (isGroup(node)) return node.children.flatMap(rulesIn);
  return node.kind === 'rule' ? [node] : [];
}
