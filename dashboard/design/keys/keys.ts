// Which key does what: single keys and pairs such as `g e`. Pure: what is pressed comes in, what to do comes out. A pair
// must be completed within a second and a half.

/** What a key event says. */
export interface PressedKey {
  key: string;
  /** Control, Alt or Command is held. */
  isModified: boolean;
  /** The focus is where one types. */
  isTyping: boolean;
}

/** Keys → their name; `g e` is a pair. */
export type Bindings<Name extends string> = Readonly<Record<string, Name>>;

/** The first key of a pair, and when it was pressed. */
export interface Prefix {
  key: string;
  atMs: number;
}

/** What a press means. */
export interface Meaning<Name extends string> {
  name: Name | undefined;
  prefix: Prefix | undefined;
}

const PAIR_MS = 1_500;

/** Finds what a press means. @param nowMs of a clock that never goes back */
export function meaningOf<Name extends string>(
  bindings: Bindings<Name>,
  { key, isModified, isTyping }: PressedKey,
  { prefix, nowMs }: { prefix: Prefix | undefined; nowMs: number },
): Meaning<Name> {
  if (isModified || isTyping) return { name: undefined, prefix: undefined };
  if (prefix && nowMs - prefix.atMs <= PAIR_MS) {
    const name = bindings[`${prefix.key} ${key}`];
    if (name !== undefined) return { name, prefix: undefined };
  }
  const isPrefix = Object.keys(bindings).some((keys) => keys.startsWith(`${key} `));
  return { name: bindings[key], prefix: isPrefix ? { key, atMs: nowMs } : undefined };
}

/** Whether one types into an element, so that its keys are letters. */
export function isTypingIn(
  element: { tagName: string; isContentEditable?: boolean; type?: string } | null,
): boolean {
  if (!element) return false;
  const { tagName, type = '', isContentEditable = false } = element;
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
  return tagName === 'INPUT' && !['checkbox', 'radio', 'button', 'submit'].includes(type);
}
