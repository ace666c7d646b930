// Characters that are not seen, such as a zero width space or a soft hyphen: they change how a text is shown, or nothing
// at all. Copied texts bring them along, and two addresses that look the same would be two people. It imports no package,
// because the dashboard compares names in the same way.

const CLASS = '\\p{Cf}\\p{Default_Ignorable_Code_Point}';
const FIRST = new RegExp(`[${CLASS}]`, 'u');
const ALL = new RegExp(`[${CLASS}]+`, 'gu');
/**
 * Runs of them with white space at the ends of a text, and at the beginning of its angle brackets. The pattern tries no
 * run twice: it may be long.
 */
const AROUND = new RegExp(
  `^[\\s${CLASS}]+|(?<![\\s${CLASS}])[\\s${CLASS}]+$|(?<=<)[${CLASS}]+(?![${CLASS}])(?=[^<>"]*>$)`,
  'gu',
);
/** Nearly all texts have none. */
const NOT_ASCII = /[^\0-\x7f]/;

/** The first of a text as `U+200B`; undefined: it has none. */
export function findInvisible(text: string): string | undefined {
  const found = NOT_ASCII.test(text) ? FIRST.exec(text)?.[0].codePointAt(0) : undefined;
  return found === undefined ? undefined : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text without them. */
export function withoutInvisible(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(ALL, '') : text;
}

/** A mailbox without them and white space around its text and its address. */
export function trimAddress(text: string): string {
  return NOT_ASCII.test(text) ? text.replace(AROUND, '') : text.trim();
}
