// The tree of a RuleTree while it is edited: nodes keep their keys through every change, keys of the keyboard move and
// remove, the focus goes with what moves, and a removal can be undone.
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { announce } from '../design/feedback/notices.ts';
import { notify } from '../design/feedback/toaster.tsx';
import { isMac } from '../design/text/kbd.tsx';
import { isSameJson } from '../editing/same-json.ts';
import { type RuleTreeLimits, refusalOfEdit } from './faults.ts';
import {
  addGroup,
  addRule,
  findNode,
  type MoveName,
  moveNode,
  parentOf,
  removeNode,
  replaceNode,
  restoreNode,
  type TreeEdit,
} from './moves.ts';
import type { RuleFields } from './rule-fields.ts';
import { type GroupNode, readTree, type TreeNode, writeTree } from './rules.ts';
import { GROUP_WORDS, nodeSentence } from './sentence.ts';

/** What is edited. */
interface TreeOptions {
  value: unknown;
  onChange: (value: unknown) => void;
  fields: RuleFields;
  limits: RuleTreeLimits;
}

/** What the parts of a tree do; they are the same functions for as long as it is shown. */
export interface TreeActs {
  /** Puts a node instead of the one with its key. */
  change(node: TreeNode): void;
  move(key: string, move: MoveName): void;
  remove(key: string): void;
  addRule(group: GroupNode): void;
  addGroup(group: GroupNode): void;
  /** Whether a rule was added here, and is not finished for that reason alone. */
  isNew(key: string): boolean;
}

/** Which control of a node has the focus, in the order of the tab key: its handle is the first. */
interface WantedFocus {
  key: string;
  control: number;
}

const HANDLE = 0;
const FIRST_FIELD = 1;

/** @param root the element of the tree */
export function useTree(options: TreeOptions, root: RefObject<HTMLElement | null>) {
  const [read, setRead] = useState(() => ({ value: options.value, tree: readTree(options.value) }));
  let { tree } = read;
  if (read.value !== options.value && !isSameJson(read.value, options.value)) {
    tree = readTree(options.value, tree);
    setRead({ value: options.value, tree });
  }
  const wanted = useRef<WantedFocus>(undefined);
  useLayoutEffect(() => {
    const { key, control } = wanted.current ?? {};
    if (key === undefined || control === undefined || !root.current) return;
    wanted.current = undefined;
    const node = root.current.querySelector<HTMLElement>(`[data-node="${key}"]`);
    const controls = node ? controlsOf(node) : [];
    // The last rule is gone: next to it is the button that adds one.
    (controls[control] ?? controls[HANDLE] ?? root.current.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
  const known = useRef({ options, tree });
  known.current = { options, tree };
  const [acts] = useState(() =>
    createActs(
      () => known.current,
      (next, focus) => {
        const value = writeTree(next);
        wanted.current = focus;
        known.current = { ...known.current, tree: next };
        setRead({ value, tree: next });
        known.current.options.onChange(value);
      },
    ),
  );
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const act = actOfKey(event, root.current);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.name === 'remove') acts.remove(act.key);
    else acts.move(act.key, act.name);
  };
  return { tree, acts, onKeyDownCapture };
}

interface KnownTree {
  options: TreeOptions;
  tree: GroupNode;
}

function createActs(
  known: () => KnownTree,
  show: (tree: GroupNode, focus: WantedFocus | undefined) => void,
): TreeActs {
  const added = new Set<string>();
  /** @returns whether it was done */
  const apply = (edit: TreeEdit, control: number | undefined) => {
    const refusal = refusalOfEdit(known().tree, edit.tree, known().options.limits);
    if (refusal === undefined)
      show(edit.tree, control === undefined ? undefined : { key: edit.focus, control });
    else notify(refusal, { kind: 'warn' });
    return refusal === undefined;
  };
  const add = (edit: TreeEdit) => {
    added.add(edit.focus);
    apply(edit, FIRST_FIELD);
  };
  return {
    change: (node) => apply({ tree: replaceNode(known().tree, node), focus: node.key }, undefined),
    move(key, move) {
      const edit = moveNode(known().tree, key, move);
      if (!edit) notify(NOWHERE[move], { kind: 'info' });
      else if (apply(edit, focusedControl())) announce(placeWords(known(), key));
    },
    remove(key) {
      const { tree, options } = known();
      const edit = removeNode(tree, key);
      if (!edit || !apply(edit, HANDLE)) return;
      const undo = () => apply(restoreNode(known().tree, edit.removed), HANDLE);
      notify(`Removed: ${nodeSentence(edit.removed.node, options.fields)}`, { undo });
    },
    addRule: (group) => add(addRule(known().tree, group)),
    addGroup: (group) => add(addGroup(known().tree, group)),
    isNew: (key) => added.has(key),
  };
}

const NOWHERE: Readonly<Record<MoveName, string>> = {
  up: 'This is the first item in its group.',
  down: 'This is the last item in its group.',
  into: 'This is the only item in its group.',
  out: 'This item is not in another group.',
};

/** Where a node is now, for screen readers. */
function placeWords({ tree, options }: KnownTree, key: string): string {
  const node = findNode(tree, key);
  const parent = parentOf(tree, key);
  if (!node || !parent) return '';
  const place = parent.children.indexOf(node) + 1;
  return `${nodeSentence(node, options.fields)}: now ${place} of ${parent.children.length} in ${GROUP_WORDS[parent.kind]}.`;
}

const MOVES: Readonly<Record<string, MoveName>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'into',
  ArrowLeft: 'out',
};

/** What a key does, and to which node: the innermost one around the focus. */
function actOfKey(
  event: KeyboardEvent,
  root: HTMLElement | null,
): { key: string; name: MoveName | 'remove' } | undefined {
  const target = event.target;
  // A list of options is drawn elsewhere, though its events come here.
  if (!(target instanceof HTMLElement) || !root?.contains(target)) return undefined;
  const key = target.closest<HTMLElement>('[data-node]')?.dataset['node'];
  if (key === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const move = event.altKey ? MOVES[event.key] : undefined;
  if (move !== undefined) return isForText(event, target) ? undefined : { key, name: move };
  const isRemoval = !event.altKey && (event.key === 'Delete' || event.key === 'Backspace');
  return isRemoval && target.closest('[data-handle]') ? { key, name: 'remove' } : undefined;
}

/** On a Mac these keys go from word to word in a text. */
function isForText({ key }: KeyboardEvent, target: HTMLElement): boolean {
  return isMac() && target instanceof HTMLInputElement && (key === 'ArrowLeft' || key === 'ArrowRight');
}

/** The controls of a node, without those of the nodes in it. */
function controlsOf(node: HTMLElement): HTMLElement[] {
  return [...node.querySelectorAll<HTMLElement>('button, input')].filter(
    (control) => control.tabIndex >= 0 && control.closest('[data-node]') === node,
  );
}

/** Which control of its node has the focus. */
function focusedControl(): number {
  const focused = document.activeElement;
  const node = focused?.closest<HTMLElement>('[data-node]');
  return focused instanceof HTMLElement && node
    ? Math.max(HANDLE, controlsOf(node).indexOf(focused))
    : HANDLE;
}
