// Holds the sentences of the specification against the titles of the tests: each is the whole title of an `it`, or of
// a `describe` with one inside. Titles are read from the text of the files, so that one that is put together while it
// runs does not count, nor one that is skipped.
import { expect } from 'chai';
import { readSourceFiles } from '../support/source-files.ts';
import { SENTENCES as OF_EMAILS } from './emails.ts';
import { LATER } from './emails-later.ts';
import { SENTENCES as OF_LOGS } from './logs.ts';
import { WEBHOOK_SENTENCES as OF_WEBHOOKS } from './webhooks.ts';

/** Where a sentence stands → the sentences. */
const SENTENCES = { ...OF_EMAILS, ...OF_WEBHOOKS, ...OF_LOGS };

const OPENS =
  /^(?<indent> *)(?<kind>it|describe)\(\s*(?<literal>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.)*`)\s*,/gm;
const TEST = /^ *it\(/m;

/** The titles of one file. The formatter puts the end of a block at the indentation of its beginning. */
function titlesOf(text: string): string[] {
  return [...text.matchAll(OPENS)]
    .filter(({ index, groups }) => {
      if (groups?.['kind'] === 'it') return true;
      const end = text.indexOf(`\n${groups?.['indent']}}`, index);
      return TEST.test(text.slice(text.indexOf('\n', index), end));
    })
    .map(({ groups }) => unquote(groups?.['literal'] ?? ''));
}

function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/g, '$1');
}

function withoutTest(sentences: readonly string[], titles: ReadonlySet<string>): string[] {
  return sentences.filter((sentence) => !titles.has(sentence));
}

function saidTwice(sentences: readonly string[]): string[] {
  return sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index);
}

describe('The specification', () => {
  const titles = new Set(
    readSourceFiles()
      .filter(({ path }) => path.startsWith('test/') && !path.startsWith('test/specification/'))
      .flatMap(({ text }) => titlesOf(text)),
  );
  const sentences = Object.values(SENTENCES).flat();
  const later = LATER.map(({ sentence }) => sentence);

  it('is read from the files and not from nothing', () => {
    expect(sentences).to.have.length.above(200);
    expect(titles.size).to.be.above(1_000);
  });

  for (const [place, stated] of Object.entries(SENTENCES)) {
    it(`has a test for every sentence of ${place}`, () => {
      expect(withoutTest(stated, titles)).to.deep.equal([]);
    });
  }

  it('has each sentence once, and none that is tested among those that come later', () => {
    expect(saidTwice([...sentences, ...later])).to.deep.equal([]);
    expect(later.filter((sentence) => titles.has(sentence))).to.deep.equal([]);
    expect(LATER.filter(({ comesWith }) => comesWith === '')).to.deep.equal([]);
  });

  it('would notice a sentence without a test, one that is said twice, and titles that prove nothing', () => {
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
    const found = titlesOf(text);
    expect(found).to.deep.equal(['a', 'b', 'h', "it's i"]);
    expect(withoutTest(['a', 'c 1', 'd', 'e', 'f'], new Set(found))).to.deep.equal(['c 1', 'd', 'e', 'f']);
    expect(saidTwice(['a', 'b', 'a'])).to.deep.equal(['a']);
  });
});
