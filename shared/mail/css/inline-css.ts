// Inlines CSS: writes the rules of style elements into the style attributes of the elements that they match, because
// some mail clients ignore style elements. Matching takes as long as rules times elements, so it runs in a thread of its
// own, one at a time, and is broken off after a time.
import { Worker } from 'node:worker_threads';

const THREAD = new URL('./inline-css-thread.js', import.meta.url);
/** Usual templates take some ten milliseconds after the 200 ms in which the thread starts. */
const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 256;
/** Beyond this many waiting callers, further ones are refused: they would wait for a minute. */
const WAITING_MAX = 10;

/** The CSS cannot be inlined; its message is a sentence for clients. */
export class CssInliningError extends Error {
  override readonly name = 'CssInliningError';
}

/** Inlines the CSS of templates. */
export interface CssInliner {
  /** @returns the html; code of templates in it is unchanged. @throws CssInliningError */
  inline(html: string): Promise<string>;
}

/** Creates the inliner of a process. */
export function createCssInliner(): CssInliner {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async inline(html) {
      if (waiting >= WAITING_MAX) throw new CssInliningError('Too many templates are being published.');
      waiting += 1;
      const turn = last.then(() => inlineInThread(html));
      last = turn.catch(() => undefined);
      return await turn.finally(() => {
        waiting -= 1;
      });
    },
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
    thread.on('error', (error) => reject(new CssInliningError(`${reasonOf(error)}.`, { cause: error })));
    thread.on('exit', () => {
      clearTimeout(timer);
      // After a message this changes nothing.
      reject(new CssInliningError('The inliner ended without an answer.'));
    });
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
