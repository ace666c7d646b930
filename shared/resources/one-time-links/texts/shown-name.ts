// The form of a name in a mail to somebody who does not know whose name it is: a name must not forge other parts of the
// mail, or have a link of its own.

const NAME_MAX_CHARACTERS = 100;

/** Control characters, line and paragraph separators, and characters that change the direction of what follows. */
const FORGING = /[\p{Cc}\p{Zl}\p{Zp}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** A name in one line, without addresses of web pages that mail programs would make a link of. */
export function shownName(name: string): string {
  const line = name.replaceAll(FORGING, ' ').replaceAll('://', ' ').replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  const isShort = characters.length <= NAME_MAX_CHARACTERS;
  return isShort ? line : `${characters.slice(0, NAME_MAX_CHARACTERS).join('').trimEnd()}…`;
}
