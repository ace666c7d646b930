// Sends emails, each with a tag of its own in its subject, and keeps book of what was promised. A request whose
// answer did not come is never repeated: the email may exist.
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

const RECONNECT_MS = 50;
const BACK_OFF_MS = 500;

/** What became of the requests. */
export interface Book {
  /** Tags that were answered 200: each must arrive. */
  readonly accepted: Set<string>;
  /** Tags whose request ended without an answer, or with an error: each may arrive. */
  readonly open: Set<string>;
}

/** What to send, and where to. */
export interface LoadOptions {
  url: string;
  apiKey: string;
  from: string;
  count: number;
  connections: number;
  /** Called with the number of answers so far. */
  onProgress(answered: number): void;
}

/** Sends `count` emails and resolves with the book. */
export async function sendTagged(options: LoadOptions): Promise<Book> {
  const { url, count, connections, onProgress } = options;
  const pool = new Pool(url, { connections, pipelining: 1 });
  const book: Book = { accepted: new Set(), open: new Set() };
  let next = 0;
  const sendOn = async () => {
    while (next < count) {
      next += 1;
      const tag = `tag-${next}`;
      const answered = await sendOne(pool, options, tag);
      (answered ? book.accepted : book.open).add(tag);
      onProgress(book.accepted.size + book.open.size);
      // As clients do: what has just failed is given a moment.
      if (!answered) await delay(BACK_OFF_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
  await pool.close();
  return book;
}

async function sendOne(pool: Pool, { apiKey, from }: LoadOptions, tag: string): Promise<boolean> {
  for (;;) {
    try {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/emails',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'user-agent': 'crash-flow',
        },
        body: JSON.stringify({ from, to: `${tag}@there.dev`, subject: tag, text: `The body of ${tag}.` }),
      });
      await body.dump();
      return statusCode === 200;
    } catch (error) {
      // Nobody listened, so nothing was asked: this is not a request without an answer.
      if ((error as { code?: string }).code !== 'ECONNREFUSED') return false;
      await delay(RECONNECT_MS);
    }
  }
}
