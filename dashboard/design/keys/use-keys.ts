// Binds keys to actions for as long as a component is shown. There is one listener for the page; of two components that
// bind the same key the later one wins, and the other one again when that one is removed.
import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from '../preferences.ts';
import { isTypingIn, meaningOf, type Prefix } from './keys.ts';

/** Keys (`j`, `g e`) → what they do. One that answers false has nothing to do now: the key is left to others. */
export type KeyActions = Readonly<Record<string, () => unknown>>;

const OVERLAYS = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox])';
const layers: { current: KeyActions }[] = [];
let prefix: Prefix | undefined;

/** Binds keys. Single keys never count in fields or dialogs, with a modifier, or when they are switched off. */
export function useKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    layers.push(latest);
    if (layers.length === 1) document.addEventListener('keydown', onKeyDown);
    return () => {
      layers.splice(layers.indexOf(latest), 1);
      if (layers.length === 0) document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || !areSingleKeysOn() || isInOverlay(event.target)) return;
  const actions: KeyActions = Object.assign({}, ...layers.map(({ current }) => current));
  const bindings = Object.fromEntries(Object.keys(actions).map((keys) => [keys, keys]));
  const pressed = {
    key: event.key,
    isModified: event.ctrlKey || event.altKey || event.metaKey,
    isTyping: isTypingIn(event.target instanceof HTMLElement ? (event.target as HTMLInputElement) : null),
  };
  const meaning = meaningOf(bindings, pressed, { prefix, nowMs: performance.now() });
  prefix = meaning.prefix;
  if (meaning.name !== undefined && act(meaning.name)) event.preventDefault();
}

/** The latest that binds the keys and has something to do does it. */
function act(keys: string): boolean {
  return layers.toReversed().some(({ current }) => current[keys] && current[keys]() !== false);
}

/**
 * Menus and dialogs have keys of their own. While one is open, a key without any focus is not for the page below it
 * either: the browser takes the focus from what is removed or disabled.
 */
function isInOverlay(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body) return document.querySelector(OVERLAYS) !== null;
  return target.closest(OVERLAYS) !== null;
}
