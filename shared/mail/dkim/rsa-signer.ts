// RSA signatures, the largest part of what a mail costs, in a thread of their own: the event loop goes on with claims,
// replies and outcomes meanwhile. What comes in one turn of the event loop crosses to the thread and back together, a
// few at a time: one message between threads costs as much as a third of a signature, and mail that is ready
// together leaves together.
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** Signs a text with RSA and SHA-256. @returns the signature in base64 */
export type RsaSign = (text: string, privateKey: KeyObject) => Promise<string>;

/** A thread that signs. */
export interface RsaSigner {
  sign: RsaSign;
  /** Ends the thread; what is not signed yet fails. */
  close(): Promise<void>;
}

/** What is to be signed. */
export interface Signing {
  text: string;
  privateKey: KeyObject;
}

/** For each signing, in order: the signature in base64, or why there is none. */
export type Signatures = readonly (string | Error)[];

interface Waiting extends Signing {
  resolve(signature: string): void;
  reject(error: Error): void;
}

/** Signings that cross together: the thread begins while the next ones are still composed. */
const GROUP_MAX = 8;
const THREAD = new URL('./rsa-signer-thread.js', import.meta.url);

/** Creates the signer of a process. Its thread starts with the first signature, and keeps no process alive. */
export function createRsaSigner(): RsaSigner {
  let thread: SigningThread | undefined;
  let gathered: Waiting[] = [];
  const handOver = () => {
    if (gathered.length === 0) return;
    thread ??= startThread(() => {
      thread = undefined;
    });
    thread.sign(gathered);
    gathered = [];
  };
  return {
    sign: (text, privateKey) =>
      new Promise((resolve, reject) => {
        gathered.push({ text, privateKey, resolve, reject });
        if (gathered.length === 1) setImmediate(handOver);
        if (gathered.length === GROUP_MAX) handOver();
      }),
    async close() {
      handOver();
      await thread?.end();
    },
  };
}

interface SigningThread {
  sign(group: readonly Waiting[]): void;
  end(): Promise<void>;
}

/** @param onEnd called when the thread has ended, for whatever reason; what it had not signed has failed then */
function startThread(onEnd: () => void): SigningThread {
  const thread = new Worker(THREAD);
  thread.unref();
  /** The thread answers in the order in which it is asked. */
  const groups: (readonly Waiting[])[] = [];
  let reason = new Error('The thread that signs has ended.');
  thread.on('message', (signatures: Signatures) => settle(groups.shift() ?? [], signatures));
  thread.on('error', (error) => {
    reason = error instanceof Error ? error : new Error(String(error));
  });
  thread.on('exit', () => {
    onEnd();
    for (const { reject } of groups.flat()) reject(reason);
  });
  return {
    sign(group) {
      groups.push(group);
      thread.postMessage(group.map(({ text, privateKey }): Signing => ({ text, privateKey })));
    },
    async end() {
      await thread.terminate();
    },
  };
}

function settle(group: readonly Waiting[], signatures: Signatures): void {
  for (const [index, { resolve, reject }] of group.entries()) {
    const signature = signatures[index];
    if (typeof signature === 'string') resolve(signature);
    else reject(signature ?? new Error('The thread that signs has left out an answer.'));
  }
}
