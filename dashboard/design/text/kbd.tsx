// Keys of a shortcut, each in a frame: 'Ctrl K' is ⌘ K on a Mac, 'g e' is two keys one after the other.
import { Fragment } from 'react';
import styles from './kbd.module.css';

/** The names of keys on a Mac. */
const MAC_KEYS: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↵',
  Esc: 'esc',
};
const KEYS: Readonly<Record<string, string>> = { Enter: '↵', Up: '↑', Down: '↓', Left: '←', Right: '→' };

export function Kbd({ keys }: { keys: string }) {
  const parts = keys.split(' ').filter((key) => key !== '');
  return (
    <span className={styles.keys}>
      {parts.map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice, and the list never changes.
        <Fragment key={index}>
          {index > 0 ? ' ' : null}
          <kbd className={styles.key}>{keyName(key)}</kbd>
        </Fragment>
      ))}
    </span>
  );
}

function keyName(key: string): string {
  return (isMac() ? MAC_KEYS[key] : undefined) ?? KEYS[key] ?? key;
}

/** Whether ⌘ is the key of shortcuts on this machine. */
export function isMac(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}
