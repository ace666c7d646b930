// The model of a tree of rules that a person edits: groups of which all, any or none must be met, and rules. It is read from
// the API's form of a filter, long or short, and written in the long one; what was read and not changed is written as it was,
// so that nothing is lost that this page does not know. Pure.

/** How many of the nodes in a group must be met. */
export type GroupKind = 'all' | 'any' | 'none';

/** A rule. It may be unfinished: without a field, or without the value that its operator needs. */
export interface RuleNode {
  kind: 'rule';
  key: string;
  field: string;
  operator: string;
  value: string | number | boolean | undefined;
}

/** A group. */
export interface GroupNode {
  kind: GroupKind;
  key: string;
  children: readonly TreeNode[];
  /** While it has one node only, it is written without a list: `{not: rule}`, and at the root the rule alone. */
  isBare: boolean;
}

/** What is neither: it is kept, and can be removed. */
export interface UnknownNode {
  kind: 'unknown';
  key: string;
  json: unknown;
}

/** A node. Keys belong to the page: they keep the focus, and are not written. */
export type TreeNode = RuleNode | GroupNode | UnknownNode;

/** Whether a node has nodes. */
export function isGroup(node: TreeNode): node is GroupNode {
  return node.kind === 'all' || node.kind === 'any' || node.kind === 'none';
}

let lastKey = 0;

/** A key that no other node has. */
export function newKey(): string {
  lastKey += 1;
  return `node-${lastKey}`;
}

/**
 * Reads a tree.
 * @param json as the API has it, or as `writeTree` has written it; undefined and null are not rule yet
 * @param before what is shown: nodes in the same place keep their keys
 */
export function readTree(json: unknown, before?: GroupNode): GroupNode {
  const key = before?.key ?? newKey();
  if (json === undefined || json === null) return { kind: 'all', key, children: [], isBare: true };
  const node = readNode(json, before);
  if (isGroup(node)) return node;
  const child = before?.children[0];
  return { kind: 'all', key, children: [readNode(json, child)], isBare: true };
}

type Fields = Readonly<Record<string, unknown>>;

function readNode(json: unknown, before?: TreeNode): TreeNode {
  const key = before?.key ?? newKey();
  const unknown: UnknownNode = { kind: 'unknown', key, json };
  if (!isFields(json)) return unknown;
  const found = contentOf(json);
  if (!found) return unknown;
  const { type, content } = found;
  if (type === 'rule') return readRule(content, key) ?? unknown;
  if (type === 'not') return readNone(content, key, before);
  if (!Array.isArray(content)) return unknown;
  const kind = type === 'and' ? 'all' : 'any';
  return { kind, key, children: readAll(content, before), isBare: content.length === 0 };
}

/** `not` of an `or` are all of its nodes; of anything else it is the only one. */
function readNone(content: unknown, key: string, before: TreeNode | undefined): GroupNode {
  const within = isFields(content) ? contentOf(content) : undefined;
  if (within?.type === 'or' && Array.isArray(within.content)) {
    const children = readAll(within.content, before);
    return { kind: 'none', key, children, isBare: children.length === 0 };
  }
  return { kind: 'none', key, children: readAll([content], before), isBare: true };
}

function readAll(list: readonly unknown[], before: TreeNode | undefined): TreeNode[] {
  const children = before && isGroup(before) ? before.children : [];
  return list.map((each, index) => readNode(each, children[index]));
}

/** What a node is, by its `type` or in its short form, as the API reads it (shared/resources/audience/rules/read.ts). */
function contentOf(node: Fields): { type: 'rule' | 'and' | 'or' | 'not'; content: unknown } | undefined {
  const type = own(node, 'type');
  if (type === 'rule') return { type, content: node };
  if (type === 'and' || type === 'or') return { type, content: own(node, 'rules') };
  if (type === 'not') return { type, content: own(node, 'rule') };
  if (type !== undefined) return undefined;
  const [short, another] = (['rule', 'and', 'or', 'not'] as const).filter(
    (name) => own(node, name) !== undefined,
  );
  if (another !== undefined) return undefined;
  return short === undefined ? { type: 'rule', content: node } : { type: short, content: own(node, short) };
}

function readRule(content: unknown, key: string): RuleNode | undefined {
  if (!isFields(content)) return undefined;
  const field = own(content, 'field');
  const operator = own(content, 'operator');
  const value = own(content, 'value') ?? undefined;
  if (typeof field !== 'string' || typeof operator !== 'string') return undefined;
  const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isValue || value === undefined ? { kind: 'rule', key, field, operator, value } : undefined;
}

function isFields(json: unknown): json is Fields {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A field that the object has itself: `constructor` may be the name of one. */
function own(node: Fields, name: string): unknown {
  return Object.hasOwn(node, name) ? node[name] : undefined;
}

/** The long form of a tree, as the API answers it. A group without a node is a list without one, which the API refuses. */
export function writeTree(root: GroupNode): unknown {
  return isAlone(root) && root.kind !== 'none' ? writeNode(root.children[0] as TreeNode) : writeNode(root);
}

function writeNode(node: TreeNode): unknown {
  if (node.kind === 'unknown') return node.json;
  if (node.kind === 'rule') {
    const { field, operator, value } = node;
    return { type: 'rule', field, operator, ...(value !== undefined && { value }) };
  }
  const rules = node.children.map(writeNode);
  if (node.kind === 'none') return { type: 'not', rule: isAlone(node) ? rules[0] : { type: 'or', rules } };
  return { type: node.kind === 'all' ? 'and' : 'or', rules };
}

/** Whether its one node is written without a list. */
function isAlone({ isBare, children }: GroupNode): boolean {
  return isBare && children.length === 1;
}

/** Where a node is in what is written. */
export interface NodePlace {
  node: TreeNode;
  /** As refusals of the API name it: `filter.rules[0].rule`. */
  path: string;
  /** Levels as the API counts them: the root is on the first one. */
  level: number;
  /** Levels of its own, without its nodes: `not` of several is two. */
  levels: number;
}

/** All nodes from the root on, each before its nodes. @param path the name of the tree: `filter` */
export function placesOf(root: GroupNode, path: string): NodePlace[] {
  if (!isAlone(root) || root.kind === 'none') return placesFrom(root, path, 1);
  // The root is not written.
  const below = root.children.flatMap((child) => placesFrom(child, path, 1));
  return [{ node: root, path, level: 1, levels: 0 }, ...below];
}

function placesFrom(node: TreeNode, path: string, level: number): NodePlace[] {
  if (!isGroup(node)) return [{ node, path, level, levels: 1 }];
  const alone = isAlone(node) && node.kind === 'none';
  const levels = node.kind === 'none' && !alone ? 2 : 1;
  const list = node.kind === 'none' ? `${path}.rule` : path;
  const below = node.children.flatMap((child, index) =>
    placesFrom(child, alone ? list : `${list}.rules[${index}]`, level + levels),
  );
  return [{ node, path, level, levels }, ...below];
}

/** How many levels a tree has, as the API counts them. */
export function depthOf(root: GroupNode): number {
  return Math.max(...placesOf(root, '').map(({ level, levels }) => level + levels - 1));
}

/** How many rules a tree has. */
export function countRules(node: TreeNode): number {
  return isGroup(node) ? node.children.reduce((sum, child) => sum + countRules(child), 0) : 1;
}

const PARTS = ['field', 'operator', 'value'] as const;

/** A part of a rule; empty: the whole of a node. */
export type RulePart = (typeof PARTS)[number] | '';

/**
 * The node that a refusal is about, and which part of it.
 * @param field as the API names it, `filter.rules[1].value`, or in the short form: `filter.and[1].value`
 * @returns undefined: it is not about this tree
 */
export function findFaulty(
  root: GroupNode,
  path: string,
  field: string,
): { key: string; part: RulePart } | undefined {
  const long = field.replace(/\.(?:and|or)(?=\[)/g, '.rules').replace(/\.not(?=\.|$)/g, '.rule');
  const above = placesOf(root, path).filter(({ path: own }) => isWithin(long, own));
  // When two nodes have one path, the lower one is written.
  const nearest = above.reduce<NodePlace | undefined>(
    (found, each) => (found && found.path.length > each.path.length ? found : each),
    undefined,
  );
  return nearest && { key: nearest.node.key, part: PARTS.find((part) => long.endsWith(`.${part}`)) ?? '' };
}

function isWithin(field: string, path: string): boolean {
  return field.startsWith(path) && ['', '.', '['].includes(field.charAt(path.length));
}
