// Finds packing: a literal that is spread into another one, or that is taken apart at once, only to have several
// properties or variables in one line (`...{ a, b }`, `const [a, b] = [x, y]`). It needs no parser: Biome formats every
// file, so a bracket closes in its own line, or in the first line after it that closes one at the same indentation.

const COMMENT = /^(?:\/\/|\/?\*)/;
const STRINGS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const SPREAD = /\.\.\.\(?([{[])/g;
/** `const [a, b] = [`, `[a, b] = [`, `if (c) [a, b] = [`. */
const TAKEN_APART = /^(?:(?:export )?(?:const|let) |(?:if|while|for) \(.*\) |else )?([{[])/;
/** What follows a literal that is only a part of a value (`...[a, b].map(f)`), or a parameter (`(...[a]) => a`). */
const GOES_ON = /^(?:[.[(:]|\?\.|\) =>)/;
const CLOSING: Record<string, string> = { '{': '}', '[': ']' };

interface Line {
  /** Without its strings and its indentation. */
  code: string;
  indent: number;
}

/** The numbers of the lines that have such a literal, from 1. */
export function findPacking(text: string): number[] {
  const lines: Line[] = text.split('\n').map((line) => {
    const code = line.trim();
    return {
      code: COMMENT.test(code) ? '' : code.replace(STRINGS, (string) => `'${'x'.repeat(string.length - 2)}'`),
      indent: line.search(/\S/),
    };
  });
  return lines.flatMap(({ code }, index) => {
    const isPacked = hasSpread(lines, index) || isTakenApart(lines, index);
    return code !== '' && isPacked ? [index + 1] : [];
  });
}

function hasSpread(lines: readonly Line[], index: number): boolean {
  const code = lines[index]?.code ?? '';
  return [...code.matchAll(SPREAD)].some((match) => {
    const after = afterLiteral(lines, index, match.index + match[0].length - 1);
    if (!match[0].endsWith(`(${match[1]}`)) return after !== undefined && !GOES_ON.test(after.rest);
    const [constant] = /^ as const\)/.exec(after?.rest ?? '') ?? [];
    return constant !== undefined && !GOES_ON.test(after?.rest.slice(constant.length) ?? '');
  });
}

function isTakenApart(lines: readonly Line[], index: number): boolean {
  const code = lines[index]?.code ?? '';
  const [begin, bracket = ''] = TAKEN_APART.exec(code) ?? [];
  const pattern = begin === undefined ? undefined : afterLiteral(lines, index, begin.length - 1);
  if (!pattern?.rest.startsWith(` = ${bracket}`)) return false;
  const from = (lines[pattern.index]?.code.lastIndexOf(pattern.rest) ?? 0) + ' = '.length;
  const value = afterLiteral(lines, pattern.index, from);
  return value?.rest === ';' && !value.text.includes('...') && !isSwap(code.slice(0, -1));
}

/** `[a, b] = [b, a]` */
function isSwap(code: string): boolean {
  const [left = '', right = ''] = code
    .split(' = ')
    .map((side) => side.slice(1, -1).split(', ').sort().join());
  return left === right;
}

/** What follows the literal whose bracket is in this column; undefined where it does not close as Biome writes it. */
function afterLiteral(lines: readonly Line[], index: number, column: number) {
  const { code, indent } = lines[index] ?? { code: '', indent: 0 };
  let depth = 0;
  for (let at = column; at < code.length; at += 1) {
    if ('{[('.includes(code[at] ?? '')) depth += 1;
    if ('}])'.includes(code[at] ?? '')) depth -= 1;
    if (depth === 0) return { index, text: code.slice(column, at + 1), rest: restOf(lines, index, at + 1) };
  }
  const closing = CLOSING[code[column] ?? ''] ?? '';
  const last = lines.findIndex((line, other) => other > index && line.indent === indent);
  const end = lines[last]?.code ?? '';
  if (!end.startsWith(closing)) return undefined;
  const text = lines
    .slice(index, last)
    .map((line) => line.code)
    .join('\n');
  return { index: last, text: text.slice(column), rest: restOf(lines, last, 1) };
}

/** The rest of a line, or a call of a method in the next one. */
function restOf(lines: readonly Line[], index: number, column: number): string {
  const rest = lines[index]?.code.slice(column) ?? '';
  const next = lines[index + 1]?.code ?? '';
  return rest === '' && next.startsWith('.') ? next : rest;
}
