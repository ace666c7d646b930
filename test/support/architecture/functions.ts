// Finds the functions of a file and counts all of their lines, including blank ones and comments, and their statements;
// those of nested functions count, too. It needs no parser: Biome formats every file, so a function ends on the first line that closes a bracket at the
// indentation of the line on which it begins.

/** A function with a body of several lines. */
export interface FoundFunction {
  /** Number of the line on which it begins, from 1. */
  line: number;
  length: number;
  /** Lines that end a statement, and those that begin an `if`, a loop, a `switch` or a `try`. */
  statements: number;
}

const CONTROL = /^(?:\} )?(?:if|else|for|while|switch|catch|with)\b|^(?:export )?(?:abstract )?class\b/;
/** `function f() {`, `method(): T {`, and the last line of parameters or of a return type. */
const BODY = /\)(?:: .+)? \{$|^\} \{$/;
const ARROW = /=> [({[`]*$/;
const ARROW_ALONE = /=>$/;
const CLOSING = /^[)}\]]/;
/** `}).then(() => {` closes one function and opens another one. */
const CHAINED = /^[)}\]]+\./;
const COMMENT = /^(?:\/\/|\/?\*)/;
const STATEMENT_END = /;(?:\s*\/\/.*)?$/;
const STATEMENT_BEGIN = /^(?:\} else )?(?:if|for|while|switch|try|do)\b/;

/** All functions of a text that have more than one line, the outer ones first. */
export function findFunctions(text: string): FoundFunction[] {
  const lines = text.split('\n').map((line) => ({ code: line.trim(), indent: line.search(/\S/) }));
  return lines.flatMap(({ code, indent }, index) => {
    if (!opensFunction(code)) return [];
    const begin = CLOSING.test(code) && !CHAINED.test(code) ? findOpening(index) : index;
    const end = ARROW_ALONE.test(code) ? findReturn(index, indent) : findClosing(index, indent);
    return end < 0
      ? []
      : [{ line: begin + 1, length: end - begin + 1, statements: countStatements(index + 1, end) }];
  });

  /** The line on which the parameters end. */
  function findOpening(index: number): number {
    const indent = lines[index]?.indent;
    return lines.findLastIndex(
      (line, other) => other < index && line.indent === indent && !CLOSING.test(line.code),
    );
  }

  function findClosing(index: number, indent: number): number {
    return lines.findIndex(
      (line, other) => other > index && line.indent === indent && CLOSING.test(line.code),
    );
  }

  /** `if (a) return;` is two. @param end the line after the last one that counts */
  function countStatements(begin: number, end: number): number {
    const body = lines.slice(begin, end).filter(({ code }) => !COMMENT.test(code));
    const ends = body.filter(({ code }) => STATEMENT_END.test(code));
    const begins = body.filter(({ code }) => STATEMENT_BEGIN.test(code));
    return ends.length + begins.length;
  }

  /** The last line that is indented further. */
  function findReturn(index: number, indent: number): number {
    const next = lines.findIndex((line, other) => other > index && line.indent >= 0 && line.indent <= indent);
    return next - 1;
  }
}

function opensFunction(code: string): boolean {
  return !CONTROL.test(code) && (BODY.test(code) || ARROW.test(code) || ARROW_ALONE.test(code));
}
