import { scryptSync } from 'node:crypto';
import { expect } from 'chai';
import {
  createPasswordHashes,
  TooManyHashesError,
} from '../../../../shared/platform/security/password-hash.ts';
import type { DeriveKey } from '../../../../shared/platform/security/scrypt-process.ts';
import { failureOf } from '../../../support/failure-of.ts';

const PASSWORD = 'correct horse battery';
/** Most that are computed or wait at a time. */
const UNFINISHED_MAX = 31;

/** A hash with parameters of its own, as an older or newer version may have stored it. */
function hashWith(N: number, password = PASSWORD): string {
  const salt = Buffer.from('0123456789abcdef');
  const key = scryptSync(password, salt, 32, { N, r: 1, p: 1 });
  return ['scrypt', N, 1, 1, salt.toString('base64url'), key.toString('base64url')].join('$');
}

describe('A password hash', () => {
  it('is verified by its password only, and is another one each time', async () => {
    const { hash, verify } = createPasswordHashes();
    const [one, two] = await Promise.all([hash(PASSWORD), hash(PASSWORD)]);
    expect(one).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.to.equal(two);
    expect(await verify(PASSWORD, one)).to.equal(true);
    for (const other of ['', 'Correct horse battery', `${PASSWORD} `])
      expect(await verify(other, one), other).to.equal(false);
  });

  it('is verified with the parameters that it was stored with', async () => {
    const { verify } = createPasswordHashes();
    for (const N of [16, 1024]) {
      expect(await verify(PASSWORD, hashWith(N))).to.equal(true);
      expect(await verify(PASSWORD, hashWith(N).replace(`$${N}$`, '$2048$'))).to.equal(false);
    }
  });

  it('is the same for the Unicode forms in which keyboards send a password', async () => {
    const { verify } = createPasswordHashes();
    const hash = hashWith(16, 'caf\u00e9 fi 10');
    for (const typed of ['cafe\u0301 fi 10', 'caf\u00e9 \ufb01 10', 'caf\u00e9 fi \uff11\uff10'])
      expect(await verify(typed, hash), typed).to.equal(true);
  });

  it('is not correct where there is no hash, whatever the password', async () => {
    const { verify } = createPasswordHashes();
    for (const none of [null, undefined]) expect(await verify(PASSWORD, none)).to.equal(false);
  });

  it('of no person takes the work of a new one', async () => {
    // Parameters that scrypt refuses show which ones it was given.
    const { hash, verify } = createPasswordHashes({ parameters: { N: 3, r: 8, p: 1 } });
    for (const refused of [hash(PASSWORD), verify(PASSWORD, null), verify(PASSWORD, undefined)])
      expect((await failureOf(refused)).message).to.include('Invalid scrypt param');
  });

  it('of an unknown form is a bug', async () => {
    const { verify } = createPasswordHashes();
    for (const stored of ['', PASSWORD, '$2b$10$abc'])
      expect((await failureOf(verify(PASSWORD, stored))).message).to.include('unknown form');
  });

  it('is refused while too many others are computed, also one of no person, and then computed again', async () => {
    const { verify, hash, isFull } = createPasswordHashes();
    const cheap = hashWith(16);
    const running = Array.from({ length: UNFINISHED_MAX }, () => verify(PASSWORD, cheap));
    expect(isFull()).to.equal(true);
    for (const refused of [hash(PASSWORD), verify(PASSWORD, cheap), verify(PASSWORD, undefined)])
      expect(await failureOf(refused)).to.be.instanceOf(TooManyHashesError);
    expect(new Set(await Promise.all(running))).to.deep.equal(new Set([true]));
    expect(isFull()).to.equal(false);
    expect(await verify(PASSWORD, cheap)).to.equal(true);
  });

  it('is computed one at a time, in the order of the calls', async () => {
    const asked: string[] = [];
    const ends: (() => void)[] = [];
    const derive: DeriveKey = async ({ password }) => {
      asked.push(password);
      await new Promise<void>((end) => ends.push(end));
      return Buffer.alloc(32);
    };
    const { hash, verify } = createPasswordHashes({ derive });
    const works = [hash('one'), verify('two', undefined), verify('three', hashWith(16))];
    for (const [index, work] of works.entries()) {
      expect(asked).to.deep.equal(['one', 'two', 'three'].slice(0, index + 1));
      ends[index]?.();
      await work;
    }
  });
});
