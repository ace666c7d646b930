// Computes RSA signatures in a worker thread. They are the largest part of the CPU cost of a mail; during them the
// event loop continues with claims, replies and outcomes. Signatures that are requested in the same turn of the event
// loop are sent to the thread and back in batches: one message between threads costs as much as a third of a signature,
// and mail that is ready at the same time is sent at the same time.
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** Signs a text, in UTF-8, or octets with RSA and SHA-256. @returns the signature, in base64 */
export type RsaSign = (text: string | Uint8Array, privateKey: KeyObject) => Promise<string>;

/** A signer with its own thread. */
export interface RsaSigner {
  sign: RsaSign;
  /** Ends the thread; signatures that are not finished are rejected. */
  close(): Promise<void>;
}

/** One request to the thread. */
export interface Signing {
  text: string | Uint8Array;
  privateKey: KeyObject;
}

/** For each request, in order: the signature in base64, or the error. */
export type Signatures = readonly (string | Error)[];

interface Waiting extends Signing {
  resolve(signature: string): void;
  reject(error: Error): void;
}

/** Largest batch: the thread begins with it while further mail is still being composed. */
const GROUP_MAX = 8;
const THREAD = new URL('./rsa-signer-thread.js', import.meta.url);

/** Creates the signer of a process. Its thread starts with the first signature and does not keep the process alive. */
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

/** @param onEnd called when the thread ends, for any reason; then all unfinished signatures are rejected */
function startThread(onEnd: () => void): SigningThread {
  const thread = new Worker(THREAD);
  thread.unref();
  /** Batches without an answer. The thread answers in the order of the requests. */
  const groups: (readonly Waiting[])[] = [];
  let reason = new Error('The signing thread has ended.');
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
    else reject(signature ?? new Error('The signing thread did not answer for a signature.'));
  }
}
