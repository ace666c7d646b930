// Inlines CSS: writes the rules of style elements into the style attributes of the elements that they match, because
// some mail clients ignore style elements. Matching takes as long as rules times elements, so it runs in a thread of its
// own, one at a time, and is aborted after a time. Accounts take turns.
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../../platform/sharing/fair-queue.ts';

const THREAD = new URL('./inline-css-thread.js', import.meta.url);
/** Usual templates take about ten milliseconds after the 200 ms in which the thread starts. */
const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 256;

/** The CSS cannot be inlined; its message is a sentence for clients. */
export class CssInliningError extends Error {
  override readonly name = 'CssInliningError';
}

/** Inlines the CSS of templates. */
export interface CssInliner {
  /** @returns the html; code of templates in it is unchanged. @throws CssInliningError */
  inline(owner: string, html: string): Promise<string>;
}

/** Creates the inliner of a process. */
export function createCssInliner(): CssInliner {
  const waiting = new FairQueue<() => Promise<void>>();
  let isRunning = false;
  const runNext = async () => {
    if (isRunning) return;
    isRunning = true;
    for (let work = waiting.take(); work; work = waiting.take()) await work();
    isRunning = false;
  };
  return {
    inline: (owner, html) =>
      new Promise((resolve, reject) => {
        waiting.push(owner, () => inlineInThread(html).then(resolve, reject));
        void runNext();
      }),
  };
}

function inlineInThread(html: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(THREAD, {
      workerData: html,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    thread.unref();
    const timer = setTimeout(() => {
      reject(new CssInliningError(`It takes longer than ${TIME_LIMIT_MS / 1000} seconds.`));
      void thread.terminate();
    }, TIME_LIMIT_MS);
    thread.on('message', resolve);
    thread.on('error', (cause) => reject(new CssInliningError('It cannot be read.', { cause })));
    thread.on('exit', () => {
      clearTimeout(timer);
      // After a message this changes nothing.
      reject(new CssInliningError('The inliner ended without an answer.'));
    });
  });
}
