// Where a text is not JSON: the line and the column of the first fault, and what is wrong there. Browsers say it in words
// of their own, some without a place. Pure, and without recursion: a text may be nested as deep as it is long.

/** A fault, counted from 1. */
export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

/** The tokens that may follow. */
type Awaited = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or ]' | 'comma or }' | 'end';

const SPACE = /[ \t\n\r]*/y;
/** A text; one character after the other, because nested repetitions take exponential time where its end is missing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters, and no others.
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|true(?!\w)|false(?!\w)|null(?!\w)/y;

const MISSING: Readonly<Record<Awaited, string>> = {
  value: 'a value is missing',
  'value or ]': 'a value or ] is missing',
  key: 'a name in double quotes is missing',
  'key or }': 'a name in double quotes or } is missing',
  colon: 'a colon is missing',
  'comma or ]': 'a comma or ] is missing',
  'comma or }': 'a comma or } is missing',
  end: 'nothing may follow here',
};

/** @returns undefined: the text is JSON */
export function findJsonFault(text: string): JsonFault | undefined {
  const reader = new JsonReader(text);
  while (!reader.isDone) {
    const message = reader.step();
    if (message !== undefined) return { ...placeIn(text, reader.at), message };
  }
  return undefined;
}

class JsonReader {
  at = 0;
  isDone = false;
  readonly #text: string;
  /** The brackets that are open. */
  readonly #open: ('[' | '{')[] = [];
  #awaited: Awaited = 'value';

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads one part. @returns its fault */
  step(): string | undefined {
    this.#read(SPACE);
    if (this.at >= this.#text.length) {
      this.isDone = this.#awaited === 'end';
      return this.isDone ? undefined : `The text ends, and ${MISSING[this.#awaited]}`;
    }
    const isRead = this.#readAwaited();
    return isRead ? undefined : this.#faultHere();
  }

  #readAwaited(): boolean {
    switch (this.#awaited) {
      case 'value':
        return this.#readValue();
      case 'value or ]':
        return this.#close(']') || this.#readValue();
      case 'key':
        return this.#readKey();
      case 'key or }':
        return this.#close('}') || this.#readKey();
      case 'colon':
        return this.#mark(':', 'value');
      case 'comma or ]':
        return this.#close(']') || this.#mark(',', 'value');
      case 'comma or }':
        return this.#close('}') || this.#mark(',', 'key');
      default:
        return false;
    }
  }

  #readValue(): boolean {
    const first = this.#text[this.at];
    if (first === '[' || first === '{') {
      this.#open.push(first);
      return this.#mark(first, first === '[' ? 'value or ]' : 'key or }');
    }
    if (!(this.#read(STRING) || this.#read(SCALAR))) return false;
    this.#afterValue();
    return true;
  }

  #readKey(): boolean {
    if (!this.#read(STRING)) return false;
    this.#awaited = 'colon';
    return true;
  }

  #close(bracket: ']' | '}'): boolean {
    if (this.#text[this.at] !== bracket) return false;
    this.at += 1;
    this.#open.pop();
    this.#afterValue();
    return true;
  }

  #afterValue(): void {
    const open = this.#open.at(-1);
    this.#awaited = open === undefined ? 'end' : open === '[' ? 'comma or ]' : 'comma or }';
  }

  #mark(mark: string, next: Awaited): boolean {
    if (this.#text[this.at] !== mark) return false;
    this.at += 1;
    this.#awaited = next;
    return true;
  }

  /** @returns whether there was something */
  #read(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.at += found.length;
    return found !== '';
  }

  #faultHere(): string {
    const isText = this.#text[this.at] === '"';
    if (isText && /value|key/.test(this.#awaited))
      return 'This text has no end, or a character that must be escaped';
    return `${MISSING[this.#awaited].replace(/^./, (first) => first.toUpperCase())}`;
  }
}

function placeIn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
