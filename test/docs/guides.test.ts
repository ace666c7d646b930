// The form of the guides. That their snippets run is tested by test/docs/snippets/, that their links resolve by
// test/docs/links.test.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { firstRequestFor } from '../../shared/contract/site/first-request.ts';
import { ANSWER, countProse, type Guide, readGuides } from '../support/documents/guides.ts';
import { linksOf } from '../support/documents/markdown.ts';
import { ROOT } from '../support/documents/root.ts';
import { REPOSITORY } from '../support/release/repository.ts';
import { DIALECTS } from './snippets/support/program.ts';

const PROSE_MAX_WORDS = 900;
const OPENING = /^# .+\n\nAt the end of this page /;
/** A term of the glossary, which is looked up like a row of a table: a heading, and one sentence. */
const TERM = /^### (?<term>.+)\n\n(?<meaning>.+)\n/gm;
const SENTENCE = /^[A-Z](?:(?!\. ).)*\.$/;
const USUAL_LABELS = ['curl', 'node', 'python'];
/** The other labels that a guide must have; with null it needs none. */
const LABELS: Readonly<Record<string, readonly string[] | null>> = {
  'quick-start': ['curl', 'node', 'python', 'php', 'ruby', 'cli'],
  webhooks: [...USUAL_LABELS, 'php', 'ruby'],
  testing: [...USUAL_LABELS, 'playwright', 'vitest', 'pytest'],
  // It is about a package for Node.
  'resend-sdk': ['node'],
  // What one runs once, in the language of which the files of that service need less.
  sendgrid: ['curl'],
  mailgun: ['curl'],
  postmark: ['curl'],
  ses: ['curl'],
  mailchimp: ['python'],
  listmonk: ['python'],
  glossary: null,
};
/** A command that a reader runs once: it installs a package in the version that is installed here. */
const SHELL = 'shell';
const INSTALL = /^npm install (?<name>[\w/@-]+)@(?<version>[\d.]+)\n$/;
/** Code that is shown and not run, by the beginning of it. */
const SHOWN: Readonly<Record<string, string>> = {
  [`quick-start: git clone ${REPOSITORY} posthorn`]: 'test/dev/clone.test.ts starts a clone',
  'resend-sdk: export RESEND_BASE_URL=': "app.js is the reader's; the Node snippet sets the same variables",
  'resend-sdk: export RESEND_API_URL=': "app.py is the reader's",
  'resend-sdk: import resend':
    "Resend's package for Python is no dependency; its requests are sent by test/compatibility/resend-other-languages.test.ts",
  'automations: signup.completed ─► welcome': 'a drawing',
};

/** What is wrong with the form of a guide. */
function faultsOf({ name, text, fences }: Guide): string[] {
  const faults: string[] = [];
  const words = countProse(text.replace(TERM, ''));
  if (words > PROSE_MAX_WORDS) faults.push(`has ${words} words`);
  if (!OPENING.test(text)) faults.push('does not begin with what one has at its end');
  const last = text.split(/^## /m).at(-1) ?? '';
  const next = linksOf(last).length;
  if (!last.startsWith('Next\n') || next < 2) faults.push('does not end with what is next');
  const labels = new Set(fences.map(({ label }) => label));
  const wanted = name in LABELS ? LABELS[name] : USUAL_LABELS;
  for (const label of wanted ?? []) if (!labels.has(label)) faults.push(`has no snippet in ${label}`);
  for (const { label, code, line } of fences)
    if (!isRun(label) && !isShown(name, label, code))
      faults.push(`has code in line ${line} that nothing runs`);
  return faults.map((fault) => `${name} ${fault}`);
}

const isRun = (label: string | undefined) => label === ANSWER || (label !== undefined && label in DIALECTS);

function isShown(name: string, label: string | undefined, code: string): boolean {
  if (label === undefined) return Object.keys(SHOWN).some((start) => `${name}: ${code}`.startsWith(start));
  const { name: installed = '', version } = INSTALL.exec(code)?.groups ?? {};
  return label === SHELL && installed !== '' && version === installedVersion(installed);
}

function installedVersion(name: string): string {
  return JSON.parse(readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8')).version;
}

describe('The guides', () => {
  const guides = readGuides();

  it('begin with what one has at their end, end with what is next, and are read in one go', () => {
    expect(guides).to.have.length.above(10);
    expect(guides.flatMap(faultsOf)).to.deep.equal([]);
  });

  it('have the titles that their index gives them', () => {
    const index = readFileSync(path.join(ROOT, 'docs/guides/README.md'), 'utf8');
    for (const { name, text } of guides)
      expect(index).to.include(`[${text.split('\n')[0]?.slice(2)}](${name}.md)`);
  });

  it('show no other code than what is listed', () => {
    const all = guides.flatMap(({ name, fences }) => fences.map(({ code }) => `${name}: ${code}`));
    for (const start of Object.keys(SHOWN))
      expect(
        all.some((code) => code.startsWith(start)),
        start,
      ).to.equal(true);
  });

  it('explain each term in one sentence, from A to Z', () => {
    const glossary = guides.find(({ name }) => name === 'glossary')?.text ?? '';
    const terms = [...glossary.matchAll(TERM)].map(({ groups }) => ({ ...groups }));
    expect(terms).to.have.length.above(100);
    expect(terms.filter(({ meaning }) => !SENTENCE.test(meaning ?? ''))).to.deep.equal([]);
    const names = terms.map(({ term = '' }) => term.toLowerCase());
    expect(names).to.deep.equal([...new Set(names)].sort());
    expect(glossary.match(/^### /gm)).to.have.length(terms.length);
  });

  it('begin with the request that the start page sends', () => {
    const { fences = [] } = guides.find(({ name }) => name === 'quick-start') ?? {};
    const { code = '' } = fences.find(({ label }) => label === 'curl') ?? {};
    expect(code).to.include(firstRequestFor({}).command);
  });

  it('would not pass with a guide of another form', () => {
    const good = (text: string, fences: Guide['fences'] = []): Guide => ({
      name: 'glossary',
      file: '',
      text,
      fences,
    });
    const text = '# A\n\nAt the end of this page you know.\n\n## Next\n\n- [A](a.md)\n- [B](b.md)\n';
    const fence = { language: 'bash', code: 'ls\n', line: 1, step: 1 };
    expect(faultsOf(good(text))).to.deep.equal([]);
    expect(faultsOf({ ...good(text), name: 'made-up' })).to.have.length(3);
    for (const bad of [
      text.replace('At the end', 'Here'),
      text.replace('## Next', '## Then'),
      text.replace('- [B](b.md)\n', ''),
      text.replace('you know', 'you know '.repeat(PROSE_MAX_WORDS)),
    ])
      expect(faultsOf(good(bad)), bad).to.have.length(1);
    for (const [label, code] of [
      [undefined, 'ls\n'],
      ['curls', 'ls\n'],
      ['shell', 'ls\n'],
      ['shell', 'npm install resend@1.0.0\n'],
    ] as const)
      expect(faultsOf(good(text, [{ ...fence, label, code }])), code).to.have.length(1);
  });
});
