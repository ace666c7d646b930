// Encoded words (RFC 2047): their length, whole code points, and the choice of the encoding.
import { expect } from 'chai';
import { decodeWords } from 'postal-mime';
import { encodeWords } from '../../../shared/mail/encoded-words.ts';

describe('encoded words', () => {
  it('keep Latin text readable', () => {
    expect(encodeWords('Grüße, Ana_B')).to.deep.equal(['=?UTF-8?Q?Gr=C3=BC=C3=9Fe=2C_Ana=5FB?=']);
  });

  it('use base64 where it is shorter', () => {
    expect(encodeWords('日本語')).to.deep.equal(['=?UTF-8?B?5pel5pys6Kqe?=']);
  });

  for (const [title, text] of Object.entries({
    Latin: 'Übergrößenträger '.repeat(40),
    Japanese: '日本語のテキスト'.repeat(60),
    emoji: '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
    ASCII: 'a'.repeat(998),
  })) {
    it(`have at most 75 characters each, and decode to the same text (${title})`, () => {
      const words = encodeWords(text);
      expect(words.length).to.be.above(5);
      for (const word of words) expect(word.length).to.be.at.most(75);
      expect(decodeWords(words.join(' '))).to.equal(text);
    });

    it(`contain whole code points each (${title})`, () => {
      const parts = encodeWords(text).map((word) => decodeWords(word));
      expect(parts.join('')).to.equal(text);
      expect(
        parts.filter((part) => part.includes('\ufffd') || !/^\P{Surrogate}*$/u.test(part)),
      ).to.deep.equal([]);
    });
  }

  it('leave room for the name of their field in the first word', () => {
    const [first = '', second = ''] = encodeWords('é'.repeat(40), 40);
    expect(first.length).to.be.within(34, 40);
    expect(second.length).to.be.within(70, 75);
  });

  it('contain at least one code point, even without room', () => {
    expect(encodeWords('👋👋👋', 24)).to.have.length(2);
    expect(encodeWords('👋👋', 1).map((word) => decodeWords(word))).to.deep.equal(['👋', '👋']);
  });

  it('are none for an empty text', () => {
    expect(encodeWords('')).to.deep.equal([]);
  });
});
