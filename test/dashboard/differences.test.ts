// What differs between two texts, character by character.
import { expect } from 'chai';
import {
  COMPARED_MAX,
  characterDifference,
  type Piece,
} from '../../dashboard/design/text/character-difference.ts';
import { createRandom, pick } from '../support/random.ts';

/** `v=[DK]IM1`: what differs in brackets. */
const shown = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text)).join('');

/** Expected, found, and both with what differs. */
const CASES: readonly [expected: string, found: string, ofExpected: string, ofFound: string][] = [
  ['same', 'same', 'same', 'same'],
  ['', '', '', ''],
  ['', 'new', '', '[new]'],
  ['gone', '', '[gone]', ''],
  ['v=DKIM1; p=MIIBIjAN', 'v=DKIM1; p=MIIBljAN', 'v=DKIM1; p=MIIB[I]jAN', 'v=DKIM1; p=MIIB[l]jAN'],
  [
    'v=spf1 a:mail.acme.dev ~all',
    '"v=spf1 a:mail.acme.dev ~all"',
    'v=spf1 a:mail.acme.dev ~all',
    '["]v=spf1 a:mail.acme.dev ~all["]',
  ],
  ['mail.posthorn.dev', 'mail.posthorn.dev.acme.dev', 'mail.posthorn.dev', 'mail.posthorn.dev[.acme.dev]'],
  ['10 mail.posthorn.dev', '20 mail.posthorn.dev', '[1]0 mail.posthorn.dev', '[2]0 mail.posthorn.dev'],
  // Two mistakes far from each other are two, and the letters between them are not marked.
  ['abcdefghijklmnop', 'abXdefghijklmYop', 'ab[c]defghijklm[n]op', 'ab[X]defghijklm[Y]op'],
  // What is equal by chance is not a run.
  ['aXbYc', 'aQbRc', 'a[XbY]c', 'a[QbR]c'],
  // A letter with its accent, a flag and a family are one character each.
  ['caf\u00e9 ok', 'cafe\u0301 ok', 'caf[\u00e9] ok', 'caf[e\u0301] ok'],
  ['a🇩🇪b', 'a🇫🇷b', 'a[🇩🇪]b', 'a[🇫🇷]b'],
  ['👩‍👧x', '👩‍👦x', '[👩‍👧]x', '[👩‍👦]x'],
  ['half \ud83d!', 'half ?!', 'half [\ud83d]!', 'half [?]!'],
];

describe('The difference of two texts', () => {
  it('marks the characters that are not the same, as people see characters', () => {
    for (const [expected, found, ofExpected, ofFound] of CASES) {
      const difference = characterDifference(expected, found);
      expect([shown(difference.expected), shown(difference.found)]).to.deep.equal([ofExpected, ofFound]);
    }
  });

  it('says where the first difference is', () => {
    expect(characterDifference('abc', 'abc').firstAt).to.equal(undefined);
    expect(characterDifference('abc', 'abd').firstAt).to.equal(3);
    expect(characterDifference('🇩🇪b', '🇩🇪c').firstAt).to.equal(2);
  });

  it('says whether one character is all that differs', () => {
    const isOnly = (expected: string, found: string) => characterDifference(expected, found).isOnlyThere;
    expect([isOnly('abcdefgh', 'abcXefgh'), isOnly('🇩🇪bcd', '🇫🇷bcd')]).to.deep.equal([true, true]);
    for (const found of ['abcdefgh', 'abcdefghi', 'abcefgh', 'abXdefgYh', '"abcdefgh"'])
      expect(isOnly('abcdefgh', found), found).to.equal(false);
  });

  it('keeps every letter of both texts, whatever they are', () => {
    const random = createRandom(55);
    const letters = ['a', 'b', ' ', '"', 'e\u0301', '👩‍👧', '\n', '\ud83d'];
    const textOf = () => Array.from({ length: random() * 90 }, () => pick(random, letters)).join('');
    for (let round = 0; round < 300; round += 1) {
      const expected = textOf();
      const found = textOf();
      const pieces = characterDifference(expected, found);
      const plain = (side: readonly Piece[]) => side.map(({ text }) => text).join('');
      expect(plain(pieces.expected)).to.equal(expected);
      expect(plain(pieces.found)).to.equal(found);
      const same = (side: readonly Piece[]) => side.filter(({ isDifferent }) => !isDifferent);
      expect(plain(same(pieces.expected))).to.equal(plain(same(pieces.found)));
    }
  });

  it('compares the first 4 KB of a text, and marks what differs in too much as one', () => {
    const [one, other] = ['ab', 'ba'].map((pair) => pair.repeat(COMPARED_MAX / 2)) as [string, string];
    const apart = characterDifference(`v=${'x1'.repeat(2_000)}.`, `v=${'y2'.repeat(2_000)}.`);
    expect(apart.found.map(({ text }) => text.length)).to.deep.equal([2, 4_000, 1]);
    const long = characterDifference(one.repeat(16), `${one.repeat(15)}${other}`);
    expect(long.expected.map(({ text }) => text.length)).to.deep.equal([COMPARED_MAX, one.length * 15]);
  });
});
