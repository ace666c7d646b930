// The worker thread of rsa-signer.ts: signs the texts that it is sent and answers in the same order. It is JavaScript
// because the loader that runs the TypeScript sources without a build does not work in worker threads.
// @ts-check
import { sign } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

/** @import { Signatures, Signing } from './rsa-signer.ts' */

parentPort?.on('message', (/** @type {readonly Signing[]} */ group) => {
  /** @type {Signatures} */
  const signatures = group.map(signOne);
  parentPort?.postMessage(signatures);
});

/**
 * @param {Signing} signing
 * @returns {string | Error}
 */
function signOne({ text, privateKey }) {
  try {
    return sign('sha256', Buffer.from(text), privateKey).toString('base64');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
