// Compares what a guide says that a step prints with what it has printed.
import { expect } from 'chai';
import { ANSWER, type Fence, type Guide } from '../../../support/documents/guides.ts';

// What is another one in each run.
const PASSING: readonly [RegExp, string][] = [
  [/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>'],
  [/<[^<>@\s]+@/g, '<local-part@'],
  [/(?<="\w+_ms":\s*)\d+/g, '0'],
];

/**
 * Expects the answers in a guide: a JSON one of the first label of its step, whole and with the same values, and of others
 * where they print JSON; any other of each label.
 * @param printed what each snippet of the label has printed
 */
export function expectAnswers(
  guide: Guide,
  label: string,
  printed: readonly string[],
  fill: (code: string) => string,
) {
  const snippets = guide.fences.filter((fence) => fence.label === label);
  for (const { step, answer, first } of answersOf(guide)) {
    const at = snippets.findIndex((snippet) => snippet.step === step);
    if (at < 0) continue;
    const expected = withoutPassing(fill(answer.code));
    const output = withoutPassing(printed[at] ?? '');
    const where = `${guide.file}:${answer.line} (${label})`;
    if (answer.language !== 'json') expect(output.trim(), where).to.equal(expected.trim());
    else {
      const values = jsonIn(output);
      if (values.length > 0 || label === first) expect(values, where).to.deep.include(JSON.parse(expected));
    }
  }
}

/** The answers of a guide, each with the step before it, and the label that stands first there. */
function answersOf({ fences }: Guide): { step: number; answer: Fence; first: string | undefined }[] {
  return fences.flatMap((answer, index) => {
    if (answer.label !== ANSWER) return [];
    const before = fences.slice(0, index).filter(({ label }) => label !== undefined && label !== ANSWER);
    const step = before.at(-1)?.step ?? expect.fail(`Line ${answer.line} answers nothing.`);
    return [{ step, answer, first: before.find((fence) => fence.step === step)?.label }];
  });
}

function withoutPassing(text: string): string {
  return PASSING.reduce((left, [pattern, put]) => left.replace(pattern, put), text);
}

/** The JSON objects and arrays in a text that are not empty. */
function jsonIn(text: string): unknown[] {
  const values: unknown[] = [];
  for (let start = 0; start < text.length; start += 1) {
    if (!'{['.includes(text[start] ?? '')) continue;
    const end = endOfJson(text, start);
    try {
      const value = JSON.parse(text.slice(start, end));
      if (Object.keys(value).length > 0) values.push(value);
      start = end - 1;
    } catch {
      // Another notation, or prose.
    }
  }
  return values;
}

/** Where the brackets that open at `start` are closed. */
function endOfJson(text: string, start: number): number {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if ('{['.includes(token[0])) depth += 1;
    if ('}]'.includes(token[0])) depth -= 1;
    if (depth === 0) return tokens.lastIndex;
  }
  return text.length;
}
