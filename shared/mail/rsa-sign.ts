// RSA signatures, the largest part of what a mail costs: on other cores as far as there are any, and here what they
// cannot take at once. Handing a signature to a thread and back costs a fifth of it, so it pays only where another core
// would have nothing to do.
import { type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Signs with RSA and SHA-256. */
export type RsaSign = (data: Buffer, privateKey: KeyObject) => Promise<Buffer>;

const ALGORITHM = 'sha256';
const signInThread = promisify(sign);

/**
 * Creates the signer of a process.
 * @param threads signatures that other cores make at one time
 */
export function createRsaSign(threads = availableParallelism() - 1): RsaSign {
  let busy = 0;
  return async (data, privateKey) => {
    if (busy >= threads) return sign(ALGORITHM, data, privateKey);
    busy += 1;
    return await signInThread(ALGORITHM, data, privateKey).finally(() => {
      busy -= 1;
    });
  };
}
