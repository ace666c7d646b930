// Keys and presses in a graph, whose boxes are plain buttons: the arrows lead to other boxes, Enter into the form, `a` adds
// after a step, Delete deletes it. After an act its box has the focus.
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { announce } from '../../../../design/feedback/notices.ts';
import { areSingleKeysOn } from '../../../../design/preferences.ts';
import type { EditedGraph } from '../../graph/graph.ts';
import { keyAfter } from './nearby.ts';

interface GraphKeys {
  graph: EditedGraph;
  chosen: string;
  onChoose(key: string, isForm: boolean): void;
  remove(key: string): void;
  refusal: string | undefined;
}

/** @returns properties of the element around the boxes, and what gives a box the focus once it is drawn */
export function useGraphKeys({ graph, chosen, onChoose, remove, refusal }: GraphKeys) {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const hasFocus = useRef(false);
  const find = (attribute: string, key: string) =>
    root.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(key)}"]`);
  useEffect(() => {
    // A removed step, for example after an undo, loses the focus without an event.
    if (hasFocus.current && document.activeElement === document.body) wanted.current ??= chosen;
    if (wanted.current === undefined) return;
    const box = find('data-step', wanted.current);
    if (!box) return;
    wanted.current = undefined;
    box.focus();
  });
  const change = (run: () => void) => (refusal === undefined ? run() : announce(refusal));
  const act = (key: string, pressed: string): boolean => {
    const next = keyAfter(graph, key, pressed);
    if (next !== undefined) {
      onChoose(next, false);
      find('data-step', next)?.focus();
    } else if (pressed === 'Enter') onChoose(key, true);
    else if (pressed === 'Delete') change(() => remove(key));
    else if (pressed === 'a' && areSingleKeysOn())
      change(() => find('data-add', key)?.querySelector('button')?.click());
    // Where an arrow leads nowhere the page does not scroll.
    else return pressed.startsWith('Arrow');
    return true;
  };
  return {
    focusLater: (key: string) => {
      wanted.current = key;
    },
    handlers: {
      ref: root,
      onFocus: () => {
        hasFocus.current = true;
      },
      onBlur: () => {
        hasFocus.current = false;
      },
      onClick: (event: MouseEvent) => {
        const key = keyOf(event.target);
        if (key !== undefined) onChoose(key, false);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const key = keyOf(event.target);
        const isModified = event.ctrlKey || event.metaKey || event.altKey;
        if (key === undefined || isModified || !act(key, event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}

function keyOf(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-step]')?.dataset['step'];
}
