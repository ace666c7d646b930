// The rules of docs/reference/: each first line of a bullet, with its anchor on the page, the sections that it is in, and
// the file of its test, whose title it is (test/docs/reference.test.ts).
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createAnchors, slugOf } from '../slug.ts';
import { testsOf } from './test-titles.ts';

/** A rule. */
export interface Rule {
  text: string;
  /** `docs/reference/emails.md` */
  document: string;
  anchor: string;
  /** The headings above it, the title of the document first. */
  sections: readonly RuleSection[];
}

/** A heading of a document. */
export interface RuleSection {
  title: string;
  anchor: string;
}

/** How many words of a rule are in its anchor. */
const ANCHOR_WORDS = 8;
const HEADING = /^(?<marks>#{1,6}) (?<title>.+)$/;
const BULLET = /^- (?<rule>.+)$/;
const FENCE = /^```/;

/** The rules of a document; its index has none. */
export function rulesOfDocument(document: string, text: string): Rule[] {
  if (path.posix.dirname(document) !== 'docs/reference' || document.endsWith('/README.md')) return [];
  const headingAnchor = createAnchors();
  const ruleAnchor = createAnchors();
  const rules: Rule[] = [];
  let sections: RuleSection[] = [];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    const { marks = '', title } = HEADING.exec(line)?.groups ?? {};
    if (title !== undefined)
      sections = [...sections.slice(0, marks.length - 1), { title, anchor: headingAnchor(title) }];
    const { rule } = BULLET.exec(line)?.groups ?? {};
    if (rule !== undefined)
      rules.push({ text: rule, document, anchor: `rule-${ruleAnchor(firstWords(rule))}`, sections });
  }
  return rules;
}

function firstWords(rule: string): string {
  return slugOf(rule.split(' ').slice(0, ANCHOR_WORDS).join(' '));
}

/**
 * Title of a test → its file, or the folder whose files all have it. A package has no tests: nothing is proved there.
 * @param root of the repository
 */
export async function readTestTitles(root: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(path.join(root, 'test'), { recursive: true }).catch(() => []);
  const files = names
    .map((name) => `test/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.startsWith('test/docs/'));
  const found = new Map<string, string>();
  // The tests of the API come first: they call what a client calls.
  for (const file of files.toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other))) {
    const titles = testsOf(await readFile(path.join(root, file), 'utf8')).flat();
    for (const title of titles) if (!found.has(title)) found.set(title, runnableOf(file));
  }
  return found;
}

function rank(file: string): number {
  return Number(!file.startsWith('test/api/')) + 2 * Number(!file.endsWith('.test.ts'));
}

/** What `npm test` is given to run the tests of a file, which may be defined there for others. */
function runnableOf(file: string): string {
  if (file.endsWith('.test.ts')) return file;
  const name = path.posix.basename(file, '.ts');
  if (name === 'refusals') return 'test/api/refusals.test.ts';
  return name === 'specimen' ? 'test/api/openapi/answers.test.ts' : path.posix.dirname(file);
}

/** The command that runs the test of a rule. `.` is any character of a pattern, so that no shell needs to be escaped. */
export function testCommand(rule: string, file: string): string {
  return `npm test -- ${file} --grep="${rule.replace(/[^\w ,:;@#/=~-]/g, '.')}"`;
}
