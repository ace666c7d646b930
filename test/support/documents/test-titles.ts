// Reads the titles of tests from the text of their files, with the titles of the describes around each. Titles that are
// computed while the test runs are ignored, and so are skipped tests.

/** A test (`it`) and the titles above it. */
export interface TestTitle {
  /** undefined if it is computed at run time. */
  title: string | undefined;
  /** Static titles of the describes around it, outermost first. */
  within: string[];
}

const OPENS =
  /^(?<indent> *)(?<kind>it|describe)\(\s*(?:(?<literal>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*,)?/gm;

interface Block {
  end: number;
  title: string | undefined;
}

/** The tests of one file. The formatter puts the end of a block at the indentation of its beginning. */
export function testsOf(text: string): TestTitle[] {
  const tests: TestTitle[] = [];
  let around: Block[] = [];
  for (const { index, groups } of text.matchAll(OPENS)) {
    const title = groups?.['literal'] === undefined ? undefined : unquote(groups['literal']);
    around = around.filter(({ end }) => end > index);
    if (groups?.['kind'] === 'describe') {
      const end = text.indexOf(`\n${groups['indent']}}`, index);
      around.push({ end: end < 0 ? text.length : end, title });
    } else {
      tests.push({ title, within: around.flatMap((block) => block.title ?? []) });
    }
  }
  return tests;
}

/** All titles that a rule may have: of tests, and of describes that contain a test. */
export function titlesOf(text: string): string[] {
  return testsOf(text).flatMap(({ title, within }) => [...within, ...(title === undefined ? [] : [title])]);
}

function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, '$1');
}
