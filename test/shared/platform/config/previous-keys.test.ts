// SECRET_KEY_PREVIOUS: which lists are read, and which cannot be meant.
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string];

describe('SECRET_KEY_PREVIOUS', () => {
  const keysOf = (previous: string) =>
    loadConfig({ DATABASE_URL, SECRET_KEY: first, SECRET_KEY_PREVIOUS: previous }).secretKeys;

  it('follows SECRET_KEY: a list with commas, white space or both, or one in JSON', () => {
    for (const separator of [',', ' ', ', ', '\n', ' ,\t'])
      expect(keysOf(` ${[second, third].join(separator)}\n`)).to.deep.equal([first, second, third]);
    const withBlanks = ['correct horse, battery staple, and more of it'];
    expect(keysOf(JSON.stringify(withBlanks))).to.deep.equal([first, ...withBlanks]);
    for (const none of ['', ' ', '[]']) expect(keysOf(none)).to.deep.equal([first]);
  });

  it('is refused where it cannot be meant, in one sentence that shows no key', () => {
    const lists: [key: string | undefined, previous: string, problem: string][] = [
      [undefined, first, '"SECRET_KEY" is required with "SECRET_KEY_PREVIOUS"'],
      [first, `${second},${first}`, '"SECRET_KEY_PREVIOUS" has the key of "SECRET_KEY"'],
      [first, `${second} ${second}`, '"SECRET_KEY_PREVIOUS" has the same key twice'],
      ...[`${second},${third.slice(1)}`, `${second},`, `${second},,${third}`, `["${second}", ""]`].map(
        (previous): [string, string, string] => [
          first,
          previous,
          '"SECRET_KEY_PREVIOUS" must have keys of at least 32 characters, separated by commas',
        ],
      ),
    ];
    for (const [key, previous, problem] of lists) {
      const { message } = refusalOf({ DATABASE_URL, SECRET_KEY: key, SECRET_KEY_PREVIOUS: previous });
      expect(message, previous).to.equal(`Configuration: ${problem}.`);
    }
  });
});
