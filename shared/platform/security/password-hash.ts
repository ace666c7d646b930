// Password hashes: scrypt (RFC 7914) with a salt of 16 bytes. The parameters are stored with each hash, so that they may
// be raised later. A hash costs some 0.2 s of CPU and 32 MiB, so a process computes at most two at a time and leaves a
// core to its other work, and refuses when too many wait.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '../sharing/concurrency-limit.ts';

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
const AT_A_TIME_MAX = 2;
/** Three to seven seconds of work. */
const WAITING_MAX = 30;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

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
   * Whether a password is that of a hash. Without a hash the work is the same and the answer is false, so that the time
   * does not tell whether an address is known.
   * @throws TooManyHashesError
   */
  verify(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** How the hashes of a process are computed. */
export interface PasswordHashOptions {
  /**
   * By default two; one on two cores, where two made the answers to sends take up to nine times as long
   * (docs/performance.md#sign-ins).
   */
  atATime?: number;
  /** The cost of new hashes, by default that of production. Tests with many passwords have a cheaper one. */
  parameters?: ScryptParameters;
}

/** Creates the hashes of a process. */
export function createPasswordHashes({
  atATime = Math.min(AT_A_TIME_MAX, Math.max(1, availableParallelism() - 1)),
  parameters = PARAMETERS,
}: PasswordHashOptions = {}): PasswordHashes {
  const limit = createConcurrencyLimit(atATime);
  let unfinished = 0;
  const isFull = () => unfinished >= atATime + WAITING_MAX;
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isFull()) throw new TooManyHashesError('Too many passwords are checked.');
    unfinished += 1;
    try {
      return await limit.run(work);
    } finally {
      unfinished -= 1;
    }
  };
  const dummy = format(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES), parameters);
  return {
    isFull,
    hash: (password) =>
      run(async () => {
        const salt = randomBytes(SALT_BYTES);
        return format(salt, await deriveKey(password, salt, parameters), parameters);
      }),
    verify: (password, hash) =>
      run(async () => {
        const { salt, key, ...stored } = parse(hash ?? dummy);
        const isSame = timingSafeEqual(await deriveKey(password, salt, stored), key);
        return isSame && typeof hash === 'string';
      }),
  };
}

/** The same password may be typed in several Unicode forms: https://pages.nist.gov/800-63-3/sp800-63b.html#memsecretver */
function deriveKey(password: string, salt: Buffer, parameters: ScryptParameters): Promise<Buffer> {
  const { N, r } = parameters;
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, { ...parameters, maxmem: 256 * N * r });
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
