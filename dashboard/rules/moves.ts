// Edits a tree of rules by keys and buttons: add, remove, move among neighbours, into a group and out of one. A group
// that loses its last node is removed with it, except the root. Pure: each function returns the next tree and the node
// with the focus.
import { type GroupKind, type GroupNode, isGroup, newKey, type RuleNode, type TreeNode } from './rules.ts';

/** A change of a tree. */
export interface TreeEdit {
  tree: GroupNode;
  /** The key of the node that is to have the focus. */
  focus: string;
}

/** The removed node, and its place. */
export interface RemovedNode {
  node: TreeNode;
  /** The key of the group. */
  parent: string;
  index: number;
}

/** The direction of a move. */
export type MoveName = 'up' | 'down' | 'into' | 'out';

/** @returns undefined: this move is not possible */
export function moveNode(tree: GroupNode, key: string, move: MoveName): TreeEdit | undefined {
  const parent = parentOf(tree, key);
  if (!parent) return undefined;
  if (move === 'into') return moveInto(tree, parent, key);
  if (move === 'out') return moveOut(tree, parent, key);
  const from = indexIn(parent, key);
  const to = from + (move === 'up' ? -1 : 1);
  const node = parent.children[from];
  const neighbour = parent.children[to];
  if (!node || !neighbour) return undefined;
  return {
    tree: withChildren(tree, parent, parent.children.with(to, node).with(from, neighbour)),
    focus: key,
  };
}

/** Into the group before it, else into the one after it, else into a new one of its own, which others may join. */
function moveInto(tree: GroupNode, parent: GroupNode, key: string): TreeEdit | undefined {
  const at = indexIn(parent, key);
  // It has a group of its own already.
  if (parent.children.length === 1 && parent !== tree) return undefined;
  const before = parent.children[at - 1];
  const node = parent.children[at];
  const after = parent.children[at + 1];
  if (!node) return undefined;
  if (before && isGroup(before)) {
    const group = { ...before, children: [...before.children, node] };
    return { tree: withChildren(tree, parent, parent.children.toSpliced(at - 1, 2, group)), focus: key };
  }
  if (after && isGroup(after)) {
    const group = { ...after, children: [node, ...after.children] };
    return { tree: withChildren(tree, parent, parent.children.toSpliced(at, 2, group)), focus: key };
  }
  return { tree: withChildren(tree, parent, parent.children.with(at, newGroup(parent, [node]))), focus: key };
}

/** After the group in which it is. */
function moveOut(tree: GroupNode, parent: GroupNode, key: string): TreeEdit | undefined {
  const above = parentOf(tree, parent.key);
  const at = indexIn(parent, key);
  const node = parent.children[at];
  if (!above || !node) return undefined;
  const left = parent.children.toSpliced(at, 1);
  const group = left.length === 0 ? [] : [{ ...parent, children: left }];
  const children = above.children.toSpliced(indexIn(above, parent.key), 1, ...group, node);
  return { tree: withChildren(tree, above, children), focus: key };
}

/** Removes a node; the focus moves to its neighbour. @returns undefined: it is the root, or missing */
export function removeNode(tree: GroupNode, key: string): (TreeEdit & { removed: RemovedNode }) | undefined {
  const parent = parentOf(tree, key);
  if (!parent) return undefined;
  // A group is removed with its last node.
  if (parent.children.length === 1 && parent.key !== tree.key) return removeNode(tree, parent.key);
  const index = indexIn(parent, key);
  const children = parent.children.toSpliced(index, 1);
  return {
    tree: withChildren(tree, parent, children),
    focus: (children[index] ?? children[index - 1] ?? parent).key,
    removed: { node: parent.children[index] as TreeNode, parent: parent.key, index },
  };
}

/** Takes a removal back, where the tree may have changed since. */
export function restoreNode(tree: GroupNode, { node, parent: key, index }: RemovedNode): TreeEdit {
  const found = findNode(tree, key);
  const parent = found && isGroup(found) ? found : tree;
  return { tree: withChildren(tree, parent, parent.children.toSpliced(index, 0, node)), focus: node.key };
}

/** Adds a rule to the end of a group. */
export function addRule(tree: GroupNode, parent: GroupNode): TreeEdit {
  const rule = newRule();
  return { tree: withChildren(tree, parent, [...parent.children, rule]), focus: rule.key };
}

/** Adds a group with a rule to the end of a group. */
export function addGroup(tree: GroupNode, parent: GroupNode): TreeEdit {
  const rule = newRule();
  const group = newGroup(parent, [rule]);
  return { tree: withChildren(tree, parent, [...parent.children, group]), focus: rule.key };
}

function newRule(): RuleNode {
  return { kind: 'rule', key: newKey(), field: '', operator: 'eq', value: undefined };
}

/** A group of the kind of the one around it would change nothing. */
function newGroup({ kind }: GroupNode, children: readonly TreeNode[]): GroupNode {
  const other: GroupKind = kind === 'any' ? 'all' : 'any';
  return { kind: other, key: newKey(), children, isBare: true };
}

/** Puts a node instead of the one with its key. */
export function replaceNode(tree: GroupNode, node: TreeNode): GroupNode {
  return mapNodes(tree, (each) => (each.key === node.key ? node : each)) as GroupNode;
}

/** @returns undefined: it is not there */
export function findNode(node: TreeNode, key: string): TreeNode | undefined {
  if (node.key === key) return node;
  if (!isGroup(node)) return undefined;
  for (const child of node.children) {
    const found = findNode(child, key);
    if (found) return found;
  }
  return undefined;
}

/** The group in which a node is. @returns undefined: it is the root, or not there */
export function parentOf(tree: GroupNode, key: string): GroupNode | undefined {
  for (const child of tree.children) {
    if (child.key === key) return tree;
    const found = isGroup(child) ? parentOf(child, key) : undefined;
    if (found) return found;
  }
  return undefined;
}

function indexIn({ children }: GroupNode, key: string): number {
  return children.findIndex((child) => child.key === key);
}

function withChildren(tree: GroupNode, group: GroupNode, children: readonly TreeNode[]): GroupNode {
  return replaceNode(tree, { ...group, children });
}

function mapNodes(node: TreeNode, change: (node: TreeNode) => TreeNode): TreeNode {
  const changed = change(node);
  if (changed !== node || !isGroup(node)) return changed;
  const children = node.children.map((child) => mapNodes(child, change));
  // Unchanged nodes stay the same object.
  return children.every((child, index) => child === node.children[index]) ? node : { ...node, children };
}
