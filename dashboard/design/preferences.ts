// What a person chose for this browser: the theme, in a cookie so that the server can draw the first page in it, and
// whether single keys are shortcuts (WCAG 2.1.4), in the storage of the browser, which may be closed to us.
import { useSyncExternalStore } from 'react';
import { BASE } from '../api/base.ts';

/** A theme; `system` follows the device. */
export type Theme = (typeof THEMES)[number]['id'];

/** The themes that one chooses from. */
export const THEMES = [
  { id: 'system', label: 'System theme' },
  { id: 'light', label: 'Light theme' },
  { id: 'dark', label: 'Dark theme' },
] as const;

const THEME_COOKIE = 'posthorn_theme';
const KEYS_ITEM = 'posthorn.single_keys';
const YEAR_S = 365 * 24 * 60 * 60;
const listeners = new Set<() => void>();
/** Undefined: not read yet. */
let singleKeys: boolean | undefined;

/** The theme that is shown. */
export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Shows a theme, and remembers it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  const age = theme === 'system' ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs TLS, and the server reads this one.
  document.cookie = `${THEME_COOKIE}=${theme}; Path=${BASE}/; Max-Age=${age}; SameSite=Lax`;
  for (const listener of listeners) listener();
}

/** Whether single keys are shortcuts. The storage is read when the first key is pressed, and not again. */
export function areSingleKeysOn(): boolean {
  singleKeys ??= readSingleKeys();
  return singleKeys;
}

function readSingleKeys(): boolean {
  addEventListener('storage', ({ key, newValue }) => {
    // In another tab; without a key all of the storage was cleared.
    if (key === KEYS_ITEM || key === null) change(newValue !== 'off');
  });
  try {
    return localStorage.getItem(KEYS_ITEM) !== 'off';
  } catch {
    return true;
  }
}

/** Switches single keys on or off. */
export function switchSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(KEYS_ITEM, isOn ? 'on' : 'off');
  } catch {
    // The browser allows no storage: the choice holds until the page is left.
  }
  change(isOn);
}

function change(isOn: boolean): void {
  singleKeys = isOn;
  for (const listener of listeners) listener();
}

/** The preferences, kept up to date in a component. */
export function usePreferences(): { theme: Theme; singleKeys: boolean } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  const singleKeys = useSyncExternalStore(subscribe, areSingleKeysOn);
  return { theme, singleKeys };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
