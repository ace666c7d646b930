// Says where a text stops to be JSON, and what stands there: the messages of JSON.parse differ by the version of Node,
// often lack the place, and show more of a body than a log should have. It runs only after JSON.parse has refused a text.

/** Characters that are shown of what stands at the place. */
const SHOWN_LENGTH = 20;
const SPACE = /[\t\n\r ]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A part of a string in which nothing is wrong; a loop takes the parts, as a longer match could exhaust the stack. */
const CHARACTERS = /[ !#-[\]-\u{10ffff}]{1,1000}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/uy;

/** The position where reading stops. */
class Fault extends Error {
  readonly at: number;

  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
  }
}

/** @returns a part of a sentence, such as `line 3, column 5 has "}" where a value must be`; undefined: it is JSON */
export function describeJsonFault(text: string): string | undefined {
  try {
    const end = afterSpace(text, readValue(text, 0));
    if (end < text.length) throw new Fault(end, 'the body must end');
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return describe(text, fault);
    throw fault;
  }
}

function describe(text: string, { at, message: expected }: Fault): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const place = `line ${line}, column ${at - before.lastIndexOf('\n')}`;
  if (at >= text.length) return `it ends at ${place}, where ${expected}`;
  const shown = text.slice(at, at + SHOWN_LENGTH).split(/[\r\n]/)[0] ?? '';
  const found = shown === '' ? 'a line break' : JSON.stringify(shown.toWellFormed());
  return `${place} has ${found} where ${expected}`;
}

/** The body is nested up to JSON_DEPTH_MAX levels, so recursion is safe. @returns the position after the value */
function readValue(text: string, from: number): number {
  const start = afterSpace(text, from);
  if (text[start] === '{') return readItems(text, start + 1, '}', readField);
  if (text[start] === '[') return readItems(text, start + 1, ']', readValue);
  if (text[start] === '"') return readText(text, start);
  return matchAt(LITERAL, text, start) ?? fail(start, 'a value must be');
}

function readItems(text: string, from: number, close: string, read: typeof readValue): number {
  let at = afterSpace(text, from);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = afterSpace(text, read(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') fail(at, `\`,\` or \`${close}\` must be`);
    at += 1;
  }
}

function readField(text: string, from: number): number {
  const start = afterSpace(text, from);
  if (text[start] !== '"') fail(start, 'a name in double quotes must be');
  const colon = afterSpace(text, readText(text, start));
  if (text[colon] !== ':') fail(colon, '`:` must be');
  return readValue(text, colon + 1);
}

function readText(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    if (text[at] === '"') return at + 1;
    at =
      matchAt(CHARACTERS, text, at) ??
      fail(at, 'a string continues, which must end with `"` and have no line breaks');
  }
}

function afterSpace(text: string, from: number): number {
  return matchAt(SPACE, text, from) ?? from;
}

/** @returns the position after a match; undefined: there is none */
function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function fail(at: number, expected: string): never {
  throw new Fault(at, expected);
}
