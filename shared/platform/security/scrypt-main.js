// The child process of scrypt-process.ts: derives keys with scrypt and answers in the order of the questions. It computes
// on its main thread, because on Linux the priority (nice) is that of a thread, and Node's pool may have threads with the
// priority of before. It is JavaScript so that it starts without a TypeScript loader, with or without a build.
// @ts-check
import { scryptSync } from 'node:crypto';
import { constants, setPriority } from 'node:os';

/** @import { KeyAnswer, KeyQuestion } from './scrypt-process.ts' */

// Its parent alone ends it: a signal to the whole process group must not end it before the requests in flight.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.once('disconnect', () => process.exit());
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Where the system forbids it, keys are derived at the usual priority.
}
process.on('message', (/** @type {KeyQuestion} */ question) => {
  // An answer that cannot be sent needs none: the parent has ended.
  process.send?.(answer(question), () => {});
});

/**
 * @param {KeyQuestion} question
 * @returns {KeyAnswer}
 */
function answer({ password, salt, bytes, options }) {
  try {
    return { key: scryptSync(password, salt, bytes, options) };
  } catch (error) {
    return { error: String(error) };
  }
}
