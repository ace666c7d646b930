// Random messages of the grammar of MIME, with faults. Each leaf has a word of its own, so that one sees what is lost.

/** A message, and the words of it that a reader must find, unless it says that something could not be read. */
export interface RandomMail {
  raw: string;
  words: string[];
}

const DEPTH_MAX = 30;
const CHARSETS = [
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'windows-1251',
  'gb18030',
  'iso-2022-jp',
  'utf-16',
  'x-none',
];
const LEAVES = [
  'text/plain',
  'text/html',
  'text/csv',
  'application/pdf',
  'message/rfc822',
  'image/png',
  'text/plain; format=flowed',
];
const MULTIPARTS = ['mixed', 'alternative', 'related', 'signed', 'report', 'x-none'];
const ENCODINGS = ['7bit', '8bit', 'base64', 'quoted-printable', 'x-none'];

/** @param seed the same makes the same message */
export function randomMail(seed: number): RandomMail {
  return new Maker(seed).make();
}

/** Whether a text has a word, perhaps in base64, as it is where a delimiter is missing. */
export function hasWord(text: string, word: string): boolean {
  return text.includes(word) || text.includes(encode(`${word} `, 'base64').trim().slice(0, -4));
}

class Maker {
  readonly #words: string[] = [];
  readonly #seed: number;
  #state: number;
  #boundaries = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#state = seed * 2_654_435_761 + 1;
  }

  make(): RandomMail {
    const raw = `From: a@mail.test\r\nSubject: s\r\n${this.#part(this.#below(10) === 0 ? DEPTH_MAX : this.#below(5))}`;
    const end = this.#isFaulty() ? this.#below(raw.length) : raw.length;
    const cut = raw.slice(0, end);
    // A word that is cut is none.
    return { raw: cut, words: this.#words.filter((word) => hasWord(cut, word)) };
  }

  /** A part with its header. @param depth of multiparts in it, at most */
  #part(depth: number): string {
    return depth > 0 ? this.#multipart(depth) : this.#leaf();
  }

  #leaf(): string {
    const word = `w${this.#words.length}of${this.#seed}word`;
    this.#words.push(word);
    const type = this.#of(LEAVES);
    const encoding = this.#of(ENCODINGS);
    const octet = this.#isFaulty() ? String.fromCharCode(0x80 + this.#below(0x80)) : '';
    const fields = [
      `Content-Type: ${type}${this.#isFaulty() ? `; charset=${this.#of(CHARSETS)}` : ''}${this.#isFaulty() ? '; name=a.txt' : ''}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ];
    return `${fields.join('\r\n')}\r\n\r\n${encode(`${word} ${octet} and more\r\n`, encoding)}`;
  }

  #multipart(depth: number): string {
    this.#boundaries += 1;
    const boundary = `b${this.#boundaries}`;
    const written = this.#isFaulty()
      ? this.#of([boundary.toUpperCase(), `'${boundary}'`, 'other', ''])
      : boundary;
    const children = Array.from({ length: depth > 5 ? 1 : 1 + this.#below(3) }, () =>
      this.#part(this.#below(3) === 0 ? 0 : depth - 1),
    );
    const lines = children.map((child) => `${this.#delimiter(boundary)}${child}\r\n`);
    const end = this.#isFaulty() ? '' : `--${boundary}--\r\n`;
    const type = `Content-Type: multipart/${this.#of(MULTIPARTS)}${written && `; boundary=${written}`}`;
    return `${type}\r\n\r\n${this.#of(['', 'This is MIME.\r\n'])}${lines.join('')}${end}${this.#of(['', 'Bye\r\n'])}`;
  }

  #delimiter(boundary: string): string {
    if (!this.#isFaulty()) return `--${boundary}\r\n`;
    return this.#of([
      `--${boundary} \t\r\n`,
      `--${boundary}\n`,
      `--${boundary}\r\n--${boundary}\r\n`,
      `--${boundary.toUpperCase()}\r\n`,
      `--${boundary}--\r\n--${boundary}\r\n`,
      '\r\n',
    ]);
  }

  #isFaulty(): boolean {
    return this.#below(8) === 0;
  }

  #of<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value;
  }

  /** Xorshift (Marsaglia 2003). */
  #below(end: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % end;
  }
}

function encode(text: string, encoding: string): string {
  if (encoding === 'base64') return `${Buffer.from(text, 'latin1').toString('base64')}\r\n`;
  return encoding === 'quoted-printable'
    ? text.replace(/[=\x80-\xff]/g, (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase()}`)
    : text;
}
