// The thread of message-parser.ts: parses and authenticates messages, several at a time. Its libraries meet input that
// was made to keep them busy or to fill their memory, so the parser ends the thread when a message takes too long. All
// code in this folder is JavaScript, because the loader that runs the TypeScript sources without a build does not work
// in worker threads.
// @ts-check
import { parentPort } from 'node:worker_threads';
import { examineMessage } from './examine-message.js';
import { Parent } from './parent.js';

/** @import { ToThread } from '../thread-messages.ts' */

/** @type {Map<number, Parent>} */
const parents = new Map();

parentPort?.on('message', (/** @type {ToThread} */ sent) => {
  if (sent.kind === 'begin') void examine(sent);
  else if (sent.kind === 'answer') parents.get(sent.message)?.answer(sent.question, sent.value);
  else parents.get(sent.message)?.drop();
});

/** @param {Extract<ToThread, { kind: 'begin' }>} sent */
async function examine({ message, task, first }) {
  const parent = new Parent(message, first);
  parents.set(message, parent);
  try {
    await examineMessage(parent, task);
  } catch (error) {
    parent.found({ problem: `The message cannot be parsed: ${error}` });
  } finally {
    parents.delete(message);
    parent.done();
  }
}
