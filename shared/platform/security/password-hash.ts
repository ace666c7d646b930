// Password hashes: scrypt (RFC 7914) with a salt of 16 bytes. The parameters are stored with each hash, so that they may
// be raised later. A hash costs about 0.2 s of CPU and 32 MiB, so a process computes one at a time and refuses when too
// many wait.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairLimit } from '../sharing/fair-limit.ts';
import type { DeriveKey } from './scrypt-process.ts';

/** The cost of a hash (RFC 7914 §2). */
interface ScryptParameters {
  N: number;
  r: number;
  p: number;
}

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
const PARAMETERS: ScryptParameters = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Six to nine seconds of work. */
const WAITING_MAX = 30;
const ALL = 'all passwords';

const scryptHere = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt);
const deriveHere: DeriveKey = ({ password, salt, bytes, options }) =>
  scryptHere(password, salt, bytes, options);

/** Too many hashes wait to be computed; nothing was computed. */
export class TooManyHashesError extends Error {
  override readonly name = 'TooManyHashesError';
}

/** Hashes and verifies passwords. */
export interface PasswordHashes {
  /** Whether as many wait as may wait, so that another one would be refused. */
  isFull(): boolean;
  /** @throws TooManyHashesError */
  hash(password: string): Promise<string>;
  /**
   * Whether a password matches a hash. Without a hash the work is the same and the answer is false, so that the time
   * does not reveal whether an address is known.
   * @throws TooManyHashesError
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** How the hashes of a process are computed. */
export interface PasswordHashOptions {
  /** By default in this process, which is right for a few hashes; the API has a process for them (scrypt-process.ts). */
  derive?: DeriveKey;
  /** The cost of new hashes, by default that of production. Tests with many passwords have a cheaper one. */
  parameters?: ScryptParameters;
}

/** Creates the hashes of a process. */
export function createPasswordHashes({
  derive = deriveHere,
  parameters = PARAMETERS,
}: PasswordHashOptions = {}): PasswordHashes {
  // Callers take turns before this: no two waiting hashes belong to one person or one client network.
  const limit = new FairLimit({ total: 1, waiting: WAITING_MAX });
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const running = limit.run(ALL, work);
    if (!running) throw new TooManyHashesError('Too many passwords are checked.');
    return await running;
  };
  const keyOf = (password: string, salt: Buffer, { N, r, p }: ScryptParameters) =>
    derive({
      // The same password may be typed in several Unicode forms:
      // https://pages.nist.gov/800-63-3/sp800-63b.html#memsecretver
      password: password.normalize('NFKC'),
      salt,
      bytes: KEY_BYTES,
      options: { N, r, p, maxmem: 256 * N * r },
    });
  const dummy = format(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES), parameters);
  return {
    isFull: () => limit.waitingOf(ALL) >= WAITING_MAX,
    hash: (password) =>
      run(async () => {
        const salt = randomBytes(SALT_BYTES);
        return format(salt, await keyOf(password, salt, parameters), parameters);
      }),
    verify: (password, hash) =>
      run(async () => {
        const { salt, key, ...stored } = parse(hash ?? dummy);
        const isSame = timingSafeEqual(await keyOf(password, salt, stored), key);
        return isSame && typeof hash === 'string';
      }),
  };
}

function format(salt: Buffer, key: Buffer, { N, r, p }: ScryptParameters): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

function parse(hash: string) {
  const [scheme, N, r, p, salt = '', key = ''] = hash.split('$');
  if (scheme !== 'scrypt') throw new Error('A password hash has an unknown form.');
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}
