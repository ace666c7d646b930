// Writes what a run has stored and sent so that two runs can be compared: ids become numbers in the order in which they first occur,
// and what time, chance and keys have made becomes a word. Pure.

/** Rows or messages of one kind. */
export interface Kind {
  name: string;
  texts: readonly string[];
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Values that differ from run to run, and their replacements. The order matters: a token may look like a hash. */
const CHANCE: readonly (readonly [RegExp, string])[] = [
  // Which connection has taken a mail, and when.
  [/"dialogue": ?"(?:[^"\\]|\\.)*"/g, '"dialogue": <dialogue>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d(?::\d\d)?)?/g, '<time>'],
  [/\b\d{4}-\d\d-\d\d\b/g, '<day>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} \w{3} \d{4} [\d:]+ [+-]\d{4}/g, '<date>'],
  [/\\\\x[0-9a-f]+/g, '<bytes>'],
  [/"tag_keys": ?\[[^\]]*\]/g, '"tag_keys": <keys>'],
  [/\b(bh?|t|x)=[A-Za-z0-9+/=\s]+(?=;|\r\n\S|$)/g, '$1=<hash>'],
  [/whsec_[^"]*/g, '<secret>'],
  [/"sort_key": ?-?\d+/g, '"sort_key": <number>'],
  [/127\.0\.0\.1:\d+/g, '<host>'],
  [/(?=[A-Za-z_-]*\d|[A-Za-z_-]{30})[A-Za-z0-9_-]{22,}(?:\.[A-Za-z0-9_-]{10,})*/g, '<token>'],
];

/** @returns all kinds as lines of text: equal for runs that did the same */
export function masked(kinds: readonly Kind[]): string[] {
  const names = new Map<string, string>();
  return kinds.flatMap(({ name, texts }) => {
    const known = texts.map((text) => ({ text, sorted: write(text, (id) => names.get(id) ?? '<new id>') }));
    known.sort((a, b) => (a.sorted < b.sorted ? -1 : 1));
    return known.map(({ text }) => {
      const line = write(text, (id) => {
        const given = names.get(id) ?? `<id ${names.size + 1}>`;
        names.set(id, given);
        return given;
      });
      return `${name}: ${line.replaceAll('\r\n', ' ⏎ ')}`;
    });
  });
}

function write(text: string, nameOf: (id: string) => string): string {
  // First: an id would be taken for a token.
  const named = text.replace(ID, nameOf);
  return CHANCE.reduce((written, [found, word]) => written.replace(found, word), named);
}
