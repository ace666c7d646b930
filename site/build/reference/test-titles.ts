// Reads the titles of tests from the text of their files, with the titles of the describes around each. Titles that are
// computed while the test runs are ignored, and so are skipped tests. A `rule` of test/api/<resource>/refusals.ts is the
// title of a test too (test/api/refusals.test.ts).

const OPENS =
  /^(?<indent> *)(?<kind>it|describe)\(\s*(?:(?<literal>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*,)?/gm;
const RULE = /^ {4}rule:\s*(?<literal>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm;

/**
 * The tests (`it`) of one file, each as its titles: those of the describes around it, outermost first, then its own.
 * The formatter puts the end of a block at the indentation of its beginning.
 */
export function testsOf(text: string): string[][] {
  const tests: string[][] = [];
  let around: { end: number; titles: string[] }[] = [];
  for (const { index, groups } of text.matchAll(OPENS)) {
    const literal = groups?.['literal'];
    const titles = literal === undefined ? [] : [unquote(literal)];
    around = around.filter(({ end }) => end > index);
    if (groups?.['kind'] === 'describe') {
      const end = text.indexOf(`\n${groups['indent']}}`, index);
      around.push({ end: end < 0 ? text.length : end, titles });
    } else {
      tests.push([...around.flatMap((block) => block.titles), ...titles]);
    }
  }
  for (const { groups } of text.matchAll(RULE)) tests.push([unquote(groups?.['literal'] ?? '')]);
  return tests;
}

function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, '$1');
}
