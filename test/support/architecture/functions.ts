// Finds the functions of a file and counts all of their lines, including blank ones, comments and nested functions. It
// needs no parser: Biome formats every file, so a function ends on the first line that closes a bracket at the
// indentation of the line on which it begins.

/** A function with a body of several lines. */
export interface FoundFunction {
  /** Number of the line on which it begins, from 1. */
  line: number;
  length: number;
}

const CONTROL = /^(?:\} )?(?:if|else|for|while|switch|catch|with)\b|^(?:export )?(?:abstract )?class\b/;
/** `function f() {`, `method(): T {`, and the last line of parameters or of a return type. */
const BODY = /\)(?:: .+)? \{$|^\} \{$/;
const ARROW = /=> [({[`]*$/;
const ARROW_ALONE = /=>$/;
const CLOSING = /^[)}\]]/;
/** `}).then(() => {` closes one function and opens another one. */
const CHAINED = /^[)}\]]+\./;

/** All functions of a text that have more than one line, the outer ones first. */
export function findFunctions(text: string): FoundFunction[] {
  const lines = text.split('\n').map((line) => ({ code: line.trim(), indent: line.search(/\S/) }));
  return lines.flatMap(({ code, indent }, index) => {
    if (!opensFunction(code)) return [];
    const begin = CLOSING.test(code) && !CHAINED.test(code) ? findOpening(index) : index;
    const end = ARROW_ALONE.test(code) ? findReturn(index, indent) : findClosing(index, indent);
    return end < 0 ? [] : [{ line: begin + 1, length: end - begin + 1 }];
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

  /** The last line that is indented further. */
  function findReturn(index: number, indent: number): number {
    const next = lines.findIndex((line, other) => other > index && line.indent >= 0 && line.indent <= indent);
    return next - 1;
  }
}

function opensFunction(code: string): boolean {
  return !CONTROL.test(code) && (BODY.test(code) || ARROW.test(code) || ARROW_ALONE.test(code));
}
