// Formats a name for a mail to a person who may not know its owner: a name must not forge other parts of the
// mail, or have a link of its own. Mail programs make links of whatever looks like a URL, a domain or an address.

const NAME_MAX_CHARACTERS = 100;

/** Invisible characters: of no width, or changing the direction of what follows. */
const INVISIBLE = /\p{Cf}/gu;

/** Control characters, line and paragraph separators. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Characters that join the parts of a URL, a domain or an address (`.`, `@`, `:`, `/`, `\`), and their look-alikes:
 * full-width, small, ideographic, mathematical. At the end of a word it joins nothing (`Acme Inc.`).
 */
const JOINING = new RegExp(
  `(?<=\\S)[${[
    '.\u2024\u3002\ufe52\uff0e\uff61',
    '@\ufe6b\uff20',
    ':\u2236\ua789\ufe13\ufe55\uff1a',
    '/\u2044\u2215\u29f8\uff0f',
    '\\\\\u2216\u29f5\u29f9\ufe68\uff3c',
  ].join('')}](?=\\S)`,
  'gu',
);

/** A name in one line, without anything that mail programs would make a link of. */
export function shownName(name: string): string {
  const plain = name.replaceAll(INVISIBLE, '').replaceAll(BREAKING, ' ').replaceAll(JOINING, ' ');
  const line = plain.replaceAll(/\s+/gu, ' ').trim();
  const characters = [...line];
  const isShort = characters.length <= NAME_MAX_CHARACTERS;
  return isShort ? line : `${characters.slice(0, NAME_MAX_CHARACTERS).join('').trimEnd()}…`;
}
