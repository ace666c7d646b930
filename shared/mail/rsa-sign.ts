// RSA signatures, the largest part of what a mail costs: on other cores as far as there are any, and here what they
// cannot take at once. Handing a signature to a thread and back costs a fifth of it, so it pays only where another core
// would have nothing to do. While many are asked for in one turn nobody here hears that a thread is free, so half of
// what is beyond a few goes to the threads without asking: batches are delivered a tenth faster.
import { type KeyObject, sign } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Signs with RSA and SHA-256. */
export type RsaSign = (data: Buffer, privateKey: KeyObject) => Promise<Buffer>;

const ALGORITHM = 'sha256';
/** As many as single sends bring together; what is more is a batch. */
const FEW = 16;
const signInThread = promisify(sign);

/**
 * Creates the signer of a process.
 * @param threads signatures that other cores make at one time
 */
export function createRsaSign(threads = availableParallelism() - 1): RsaSign {
  const countInTurn = createTurnCounter();
  let busy = 0;
  return async (data, privateKey) => {
    const place = countInTurn();
    const hasThread = busy < threads || (threads > 0 && place > FEW && place % 2 === 0);
    if (!hasThread) return sign(ALGORITHM, data, privateKey);
    busy += 1;
    return await signInThread(ALGORITHM, data, privateKey).finally(() => {
      busy -= 1;
    });
  };
}

/** Counts calls, from 1 in each turn of the event loop. */
function createTurnCounter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    if (count === 1) {
      setImmediate(() => {
        count = 0;
      });
    }
    return count;
  };
}
