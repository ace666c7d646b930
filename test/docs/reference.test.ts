// Holds the reference of the API (docs/reference/) against the tests: each of its bullets is a rule and the title of a
// test, and each test of the API stands under a rule. So the reference promises nothing that no test proves, and no
// behaviour is tested that users cannot read about.
import { expect } from 'chai';
import { rulesOfDocument } from '../../site/build/reference/rules.ts';
import { testsOf } from '../../site/build/reference/test-titles.ts';
import { readDocuments } from '../support/documents/markdown.ts';
import { readSourceFiles } from '../support/documents/source-files.ts';

/** Files below test/api/, by a part of their path, whose tests need no rule because no client sees what they test. */
const INTERNAL: Readonly<Record<string, string>> = {
  '/specimen.ts': 'they run under the rule of test/api/openapi/answers.test.ts',
  'test/api/openapi/': 'how the description is generated, and whether validation and answers match it',
  'test/api/mount-routes.test.ts': 'how routes are served',
  'test/api/refusals.test.ts': 'it runs under the rules of each refusals.ts',
  'test/api/route.test.ts': 'which mistakes in a route the compiler rejects',
  'test/api/main.test.ts': 'how the process starts and ends, which operators see',
  'test/api/http/message-classes.test.ts': 'a trick for speed: the classes of requests and responses',
  'test/api/computing/': 'where computations are done, which no client sees',
  'test/api/http/in-process.test.ts': 'requests of the application to itself',
  'test/api/body/upload/multipart.test.ts': 'the parser of multipart bodies',
  'test/api/body/parse-large-json.test.ts':
    'the parser of large bodies, which has the outcome of the usual one',
  'test/api/input/given-fields.test.ts':
    'the quick way of validation, which has the outcome of the usual one',
  'test/api/body/email/content-scanner.test.ts': 'the parser that takes attachments out of a body',
};

const bullets = readDocuments().flatMap(({ path, text }) => bulletsOf(path, text));
/** Only files of `npm test` count: a rule is proved in every run, not only in long ones. */
const testFiles = readSourceFiles().filter(
  ({ path }) => path.startsWith('test/') && !path.startsWith('test/docs/') && !path.endsWith('.long.test.ts'),
);

function bulletsOf(document: string, text: string): string[] {
  return rulesOfDocument(document, text).map((rule) => rule.text);
}

function withoutTest(rules: readonly string[], titles: ReadonlySet<string>): string[] {
  return rules.filter((rule) => !titles.has(rule));
}

function withoutRule(text: string, rules: ReadonlySet<string>): string[] {
  return testsOf(text)
    .filter((titles) => !titles.some((title) => rules.has(title)))
    .map((titles) => titles.join(' › '));
}

function saidTwice(rules: readonly string[]): string[] {
  return rules.filter((rule, index) => rules.indexOf(rule) !== index);
}

describe('The reference of the API', () => {
  it('is read from the files and not from nothing', () => {
    expect(bullets).to.have.length.above(200);
    expect(testFiles).to.have.length.above(200);
  });

  it('has a test for every rule', () => {
    const titles = new Set(testFiles.flatMap(({ text }) => testsOf(text).flat()));
    expect(withoutTest(bullets, titles).join('\n')).to.equal('');
  });

  it('has a rule for every test of the API', () => {
    const rules = new Set(bullets);
    const breaches = testFiles
      .filter(({ path }) => path.startsWith('test/api/'))
      .filter(({ path }) => !Object.keys(INTERNAL).some((internal) => path.includes(internal)))
      .flatMap(({ path, text }) => withoutRule(text, rules).map((titles) => `${path}: ${titles}`));
    expect(breaches.join('\n')).to.equal('');
  });

  it('says each rule once', () => {
    expect(saidTwice(bullets)).to.deep.equal([]);
  });

  it('would notice a rule without a test, a test without a rule, and titles that prove nothing', () => {
    const text = [
      "describe('a', () => {",
      "  it('b', () => {});",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is read, not run.
      '  it(`c ${1}`, () => {});',
      "  it.skip('d', () => {});",
      "  // it('e', () => {});",
      '});',
      "describe('f', () => {",
      "  const it = 'g';",
      '});',
      "it('h', () => {});",
      "it(\n  'it\\'s i',\n  () => {});",
    ].join('\n');
    const tests = testsOf(text);
    expect(tests).to.deep.equal([['a', 'b'], ['a'], ['h'], ["it's i"]]);
    expect(withoutTest(['a', 'c 1', 'd', 'e', 'f'], new Set(tests.flat()))).to.deep.equal([
      'c 1',
      'd',
      'e',
      'f',
    ]);
    expect(withoutRule(text, new Set(['b']))).to.deep.equal(['a', 'h', "it's i"]);
    expect(withoutRule(text, new Set(['a', 'h']))).to.deep.equal(["it's i"]);
    expect(saidTwice(['a', 'b', 'a'])).to.deep.equal(['a']);
    const page = '# A\n\n- one\n  more\n\n| - |\n- two\n\n```\n- code\n```\n';
    expect(bulletsOf('docs/reference/a.md', page)).to.deep.equal(['one', 'two']);
    expect(bulletsOf('docs/reference/README.md', page)).to.deep.equal([]);
  });
});
