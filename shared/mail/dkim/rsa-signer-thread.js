// The thread of rsa-signer.ts: signs what it is sent and answers in the same order. In JavaScript, because the loader
// that lets the sources run without a build does not reach into threads.
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
