// Spellings of a text inside other texts, as the source of a regular expression: plain, percent-encoded, with
// references of HTML, with escapes of JSON and quoted-printable, since an address is stored in bodies of all these
// kinds. Only characters that are special somewhere have several spellings; no program encodes the letters and digits
// of ASCII. The source works in JavaScript (with the flag `u`) and in Postgres (`~*`), so neither look-around nor
// classes are used.

const ASCII_WORD = /^[A-Za-z0-9]$/;
/** The characters that both kinds of regular expressions read as syntax. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;
/** References with a name, for the characters that are escaped in HTML, and the one that hides addresses. */
const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '@': '&commat;',
};
/** Characters that JSON may also escape by a backslash alone. */
const JSON_ESCAPED = new Set(['"', '\\', '/']);
/** Quoted-printable may break a line anywhere (RFC 2045 §6.7). */
const SOFT_BREAK = '(?:=\\r?\\n)?';
/** Word processors put the other apostrophe into an address that a person writes. */
const APOSTROPHES = ["'", '’'];

/** The source of a regular expression that finds a text in all its spellings. */
export function spellingsOf(text: string): string {
  return Array.from(text.normalize('NFC'), spellCharacter).join(SOFT_BREAK);
}

/** The text as the source of a regular expression. */
function escapeSyntax(text: string): string {
  return text.replace(SYNTAX, '\\$&');
}

function spellCharacter(character: string): string {
  if (ASCII_WORD.test(character)) return character;
  const spellings = formsOf(character).flatMap(spellForm);
  return `(?:${[...new Set(spellings)].join('|')})`;
}

/** Letter case changes the encoded form of a letter that is not ASCII; accents may be characters of their own. */
function formsOf(character: string): string[] {
  if (APOSTROPHES.includes(character)) return APOSTROPHES;
  const cases = [character, character.toLowerCase(), character.toUpperCase()];
  return [...new Set([...cases, ...cases.map((form) => form.normalize('NFD'))])];
}

function spellForm(form: string): string[] {
  const characters = Array.from(form);
  const reference = NAMED_REFERENCES[form];
  return [
    escapeSyntax(form),
    Array.from(Buffer.from(form), (byte) => `[%=]${hex(byte, 2)}`).join(''),
    characters.map((one) => `&#0*${one.codePointAt(0)};`).join(''),
    characters.map((one) => `&#[xX]0*${hex(one.codePointAt(0) ?? 0, 1)};`).join(''),
    Array.from({ length: form.length }, (_, index) => `\\\\u${hex(form.charCodeAt(index), 4)}`).join(''),
    ...(reference ? [reference] : []),
    ...(JSON_ESCAPED.has(form) ? [`\\\\${escapeSyntax(form)}`] : []),
    ...(form === ' ' ? ['\\+', '&nbsp;'] : []),
  ];
}

/** A number in base 16, in upper and lower case. */
function hex(number: number, digits: number): string {
  return number
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
