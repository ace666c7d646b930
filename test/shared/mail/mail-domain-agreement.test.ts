// `npm test` runs this file on every supported line of Node. Their parsers of domains differ; ours must not. The digests
// are of the results on all of them. After a difference compare the results themselves on two versions of Node.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { parseMailDomain } from '../../../shared/mail/mail-domain.ts';

const SEED = 7;
const PUNYCODE_LABELS = 20_000;
/** Half a million domains take 1 to 2 s on an idle machine. */
const TIMEOUT_MS = 60_000;
/** Letters of both directions, digits, marks, joiners and a hyphen. */
const DIRECTIONS = 'aäक१अא\u05b0באبا1٠۱ߊ\u0301\u094d\u200c\u200d-';

describe('The same mail domains are accepted, with the same ASCII form, on every supported Node:', function () {
  this.timeout(TIMEOUT_MS);

  it('each character, alone and between letters', () => {
    const inTwo = (character: string) => [`${character}.test`, `Á${character}b.test`];
    expect(digestOf(names(characters(), inTwo))).to.equal('290952 accepted, 7ad6fdc0b1037ec5');
  });

  it('random labels that look like punycode', () => {
    expect(digestOf(names(randomPunycode(), (label) => [`${label}.test`]))).to.equal(
      '4991 accepted, 5dbfc7ff6f5402ef',
    );
  });

  it('letters of two directions, in one label and in two', () => {
    const inThree = (label: string) => [`${label}.test`, `${label}.א.test`, `${label}.ä.test`];
    expect(digestOf(names(combinations([...DIRECTIONS], 3), inThree))).to.equal(
      '3637 accepted, e1744491572cfb8e',
    );
  });
});

function digestOf(domains: Iterable<string>): string {
  const hash = createHash('sha256');
  let accepted = 0;
  for (const domain of domains) {
    const parsed = parseMailDomain(domain);
    if (parsed !== undefined) accepted++;
    hash.update(`${parsed}\n`);
  }
  return `${accepted} accepted, ${hash.digest('hex').slice(0, 16)}`;
}

function* names(parts: Iterable<string>, makeNames: (part: string) => string[]): Generator<string> {
  for (const part of parts) yield* makeNames(part);
}

/** All characters except surrogates and the planes 4 to 13, 15 and 16, which contain none but private ones. */
function* characters(): Generator<string> {
  for (const [first, end] of [
    [0, 0xd800],
    [0xe000, 0x40000],
    [0xe0000, 0xe1000],
  ] as const) {
    for (let code = first; code < end; code++) yield String.fromCodePoint(code);
  }
}

function* randomPunycode(): Generator<string> {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-';
  let state = SEED;
  const random = (below: number) => {
    // The generator of the C standard's example, so that the labels are the same everywhere.
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 16) % below;
  };
  for (let count = 0; count < PUNYCODE_LABELS; count++) {
    const length = 1 + random(6);
    yield `xn--${Array.from({ length }, () => alphabet[random(alphabet.length)]).join('')}`;
  }
}

/** All texts of one to `length` of the given characters. */
function combinations(alphabet: string[], length: number): string[] {
  if (length === 0) return [''];
  const shorter = combinations(alphabet, length - 1);
  return [
    ...new Set(['', ...shorter.flatMap((text) => alphabet.map((character) => text + character)), ...shorter]),
  ];
}
