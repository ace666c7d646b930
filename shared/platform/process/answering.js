// What the programs of asked-process.ts have in common: answers questions in their order, at a lower priority. It is
// JavaScript so that a program can start without a TypeScript loader, with or without a build.
// @ts-check
import { constants, setPriority } from 'node:os';

/**
 * Answers questions until the parent ends. It computes on its main thread, because on Linux the priority (nice) is that of
 * a thread, and Node's pool may have threads with the priority of before.
 * @template Question, Answer
 * @param {(question: Question) => Answer | Promise<Answer>} answer what it throws is the error of the question
 */
export function answerQuestions(answer) {
  // Its parent alone ends it: a signal to the whole process group must not end it before the requests in flight.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where the system forbids it, it computes at the usual priority.
  }
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  process.on(
    'message',
    (/** @type {import('./asked-process.ts').Numbered<Question>} */ { number, content }) => {
      last = last.then(async () => send(number, await answered(content)));
    },
  );

  /** @param {Question} question */
  async function answered(question) {
    try {
      return { answer: await answer(question) };
    } catch (error) {
      return { error: textOf(error) };
    }
  }
}

/**
 * An answer that cannot be sent needs none: the parent has ended. One that cannot be copied is an error.
 * @param {number} number
 * @param {object} content
 */
function send(number, content) {
  try {
    process.send?.({ number, content }, () => {});
  } catch (error) {
    process.send?.({ number, content: { error: textOf(error) } }, () => {});
  }
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}
