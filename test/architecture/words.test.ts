// Words: what the table of CONTRIBUTING.md replaces is in no comment, message, page or document, and in no
// name: those of identifiers (camelCase, UPPER_CASE), files and folders (kebab-case) are split into words. Names in snake_case
// are left alone: clients and the database know them.
// A docstring names its subject first: "The port of the server", not "Of the server".
// Quotations, values without a space, and code in documents and comments may have the words.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { FENCED } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';
import { listFiles, type SourceFile } from '../support/documents/source-files.ts';

const READ = /\.(?:ts|tsx|js|mjs|css|html|md|patch|yml|yaml|service|conf|example)$/;
/** What a program writes, this file, and the page that lists words to avoid. */
const LEFT_OUT = ['dashboard/api/generated', 'docs/voice.md', 'test/architecture/words.test.ts'];

/** The beginning of a docstring, on its first or second line, that leaves out its subject. */
const WITHOUT_SUBJECT = /\/\*\*(?:\s*\n\s*\*)?\s+Of\b/g;
const COMMENTS = /^\s*(?:\/\/|\/?\*|--|#).*$/gm;
const CODE_SPANS_AND_QUOTATIONS = /`[^`\n]*`|"[^"\n]*"/g;
const VALUES = /(['"`])[^'"`\s]*\1|[\w.]+@/g;
/** Between the words of a phrase: a space, or the end of a line of a comment. */
const SPACE = String.raw`\s+(?:(?:\/\/|\*|--)\s+)?`;
/** Where a word of the table has its plain meaning. */
const ALLOWED: Record<string, RegExp> = {
  behind:
    /\b(?:wait|stand)\w*(?: \w+)? behind\b|\b(?:is|are|was|were|be|s) behind(?=[,./'`]| by\b| UTC\b)|\bbehind (?:(?:an?|the|every) )?proxy\b/gi,
};
const CODE = /\.(?:ts|tsx|js|mjs)$/;
/** Identifiers of several words. */
const NAMES = /\b[A-Za-z]\w*(?:[a-z\d][A-Z]|[A-Z]_[A-Z])\w*/g;

const contributing = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const table = contributing.split('| not | but |\n|---|---|\n')[1]?.split('\n\n')[0] ?? '';
const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
const words = rows.flatMap(([, not = '']) => Array.from(not.matchAll(/`(.+?)`/g), ([, word = '']) => word));
const patterns = words.map((word) => ({
  word,
  pattern: new RegExp(String.raw`\b${word.replaceAll(' ', SPACE)}\b`, 'gi'),
}));
const anyWord = new RegExp(patterns.map(({ pattern }) => pattern.source).join('|'), 'i');

const RULES: ArchitectureRule[] = [
  {
    title: 'no text has a word for which CONTRIBUTING.md has another one',
    findBreaches: eachFile(({ path: file, text }) => {
      if (!anyWord.test(text)) return [];
      const read = toRead(file, text);
      return findWords(read).map(({ word, index }) => `${file}:${lineAt(read, index)}: ${word}`);
    }),
    broken: [
      ...words.map((word) => ({ path: 'docs/scaling.md', text: `The row, which ${word} x.` })),
      { path: 'shared/mail/retry.ts', text: '// A row that\n// somebody holds.' },
      { path: 'shared/mail/retry.ts', text: '/**\n * A token that is good\n * for a minute.\n */' },
      { path: 'shared/mail/retry.ts', text: 'const wait = 1; // Until somebody wakes it.' },
      { path: 'shared/mail/retry.ts', text: `throw new Error('There is nobody with this address.');` },
      { path: 'shared/mail/retry.ts', text: 'const told = count(rows);' },
      { path: 'shared/mail/retry.ts', text: '-- Rows that nobody waits for.\n' },
      { path: 'dashboard/shell/palette.tsx', text: 'const x = <a>Invite somebody</a>;' },
      { path: 'dashboard/shell/palette.tsx', text: 'const x = <Dialog title="Invite somebody" />;' },
      { path: 'dashboard/shell/frame.css', text: '/* The rail, and beside it the page. */' },
      { path: 'dev/inbox/page/index.html', text: '<p>Nobody has sent a mail yet.</p>' },
      { path: 'docs/scaling.md', text: 'The request behind an email, and two machines behind a proxy.' },
    ],
  },
  {
    title: 'no docstring begins with "Of", which leaves out what belongs to the thing',
    findBreaches: eachFile(({ path: file, text }) =>
      Array.from(
        text.matchAll(WITHOUT_SUBJECT),
        ({ index }) => `${file}:${text.slice(0, index).split('\n').length}: Of`,
      ),
    ),
    broken: [
      { path: 'shared/mail/retry.ts', text: '/** Of the server. */\nport: number;' },
      { path: 'shared/mail/retry.ts', text: '  /**\n   * Of the last try;\n   * null: none.\n   */' },
      {
        path: 'shared/mail/retry.ts',
        text: 'interface Hop { name: string /** Of its host. */; port: number }',
      },
    ],
  },
  {
    title: 'no name has a word for which CONTRIBUTING.md has another one',
    findBreaches: eachFile(({ path: file, text }) => [
      ...findWords(split(file)).map(({ word }) => `${file}: ${word}`),
      ...findNames(file, text).map(({ name, word, line }) => `${file}:${line}: ${name} (${word})`),
    ]),
    broken: [
      { path: 'shared/mail/retry.ts', text: 'function tellOnce(): void {}' },
      { path: 'shared/mail/retry.ts', text: 'const row = await deps.usage.giveBack(1);' },
      { path: 'shared/mail/retry.ts', text: 'const ROWS_GIVEN_BACK = 1;' },
      { path: 'shared/mail/retry.ts', text: 'export interface HTTPBehindRow {}' },
      { path: 'dashboard/shell/palette.tsx', text: 'const x = <SomebodyElse />;' },
      { path: 'test/flows/support/retention-beside.ts', text: '' },
      { path: 'shared/mail/told-later/retry.ts', text: '' },
    ],
  },
];

describe('The architecture: words', () => {
  testRules(RULES, readTexts());

  it('finds words and replacements in CONTRIBUTING.md', () => {
    expect(words).to.include.members([
      'nobody',
      'somebody',
      'meanwhile',
      'told',
      'whoever',
      'anew',
      'behind',
    ]);
    for (const [, not, but] of rows) expect(but, not).to.match(/\w/);
  });

  it('leaves alone values, quotations and words in their plain meaning', () => {
    for (const [file, text] of [
      ['shared/mail/retry.ts', `const x = people.find({ name: 'nobody', to: "somebody@acme.dev" });`],
      ['shared/mail/retry.ts', '// Calls `beside` where a client says "nobody may".'],
      ['shared/mail/retry.ts', '/** Waits behind other rows; the clock is behind, by a second. */'],
      ['docs/scaling.md', 'Two `web` behind a proxy: "somebody else".\n\n```\nsubmitted meanwhile\n```\n'],
      [
        'smtp/server/proxy-fallback.ts',
        'const isBehindProxy = fallbackOf(told_at, storyTeller, withinDays);',
      ],
    ] as const)
      for (const { title, findBreaches } of RULES)
        expect(findBreaches([{ path: file, text, imports: [] }]), `${title}: ${text}`).to.deep.equal([]);
  });

  it('leaves alone docstrings with a subject', () => {
    const text =
      '/** The port of the server. */\n/** Offers a mail. */\n/**\n * One of the servers.\n * Of these, the first.\n */';
    expect(RULES[1]?.findBreaches([{ path: 'shared/mail/retry.ts', text, imports: [] }])).to.deep.equal([]);
  });
});

function readTexts(): SourceFile[] {
  return listFiles('')
    .filter((file) => READ.test(file) && !isIn(file, LEFT_OUT))
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8'), imports: [] }));
}

/** The words of the table that a text has, except where their meaning is plain. */
function findWords(text: string): { word: string; index: number }[] {
  return patterns.flatMap(({ word, pattern }) => {
    const checked = ALLOWED[word] ? text.replace(ALLOWED[word], blank) : text;
    return Array.from(checked.matchAll(pattern), ({ index }) => ({ word, index }));
  });
}

/** The identifiers of a file that have such a word. */
function findNames(file: string, text: string): { name: string; word: string; line: number }[] {
  if (!CODE.test(file)) return [];
  const read = toRead(file, text);
  return Array.from(read.matchAll(NAMES)).flatMap(({ 0: name, index }) => {
    const spaced = split(name);
    if (!anyWord.test(spaced)) return [];
    return findWords(spaced).map(({ word }) => ({ name, word, line: lineAt(read, index) }));
  });
}

/** The words of a name: `tellOnce`, `TELL_ONCE` and `tell-once` are "tell once". */
function split(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_]/g, ' ');
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

/** What a person reads of a file; the rest is blank, so that the lines keep their numbers. */
function toRead(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(FENCED, blank).replace(CODE_SPANS_AND_QUOTATIONS, blank);
  return text
    .replace(COMMENTS, (comment) => comment.replace(CODE_SPANS_AND_QUOTATIONS, blank))
    .replace(VALUES, blank);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
