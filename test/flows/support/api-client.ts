// The HTTP client of a crash flow. It distinguishes three cases: connection refused, so nothing was sent and it
// retries; a lost answer, so the outcome is unknown; an answer. A late answer fails the flow with an error that names
// the request.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { Pool } from 'undici';

const RECONNECT_MS = 50;
/** A process of the API is restarted within seconds. */
const LISTENS_WITHIN_MS = 120_000;
/**
 * Statements time out after 30 s, batches after 25 s; with the wait for a connection no answer takes longer than this.
 */
const ANSWERS_WITHIN_MS = 120_000;

/** A request. */
export interface Question {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  key?: string | undefined;
}

/** An answer. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** A client for one API and one key. */
export interface ApiClient {
  /** @returns undefined when the connection broke before the answer was complete */
  ask(question: Question): Promise<Answer | undefined>;
  /** Sends a request that must be answered 200. @throws with the answer when it is not */
  read(path: string): Promise<Record<string, unknown>>;
  /** Aborts the requests in progress. */
  close(): Promise<void>;
}

/** Makes a client. */
export function createApiClient(options: { url: string; apiKey: string; connections: number }): ApiClient {
  const { url, apiKey, connections } = options;
  const bound = { headersTimeout: ANSWERS_WITHIN_MS, bodyTimeout: ANSWERS_WITHIN_MS };
  const pool = new Pool(url, { connections, pipelining: 1, ...bound });
  const ask = async (question: Question) => {
    const deadline = performance.now() + LISTENS_WITHIN_MS;
    for (;;) {
      const result = await request(pool, apiKey, question).catch((error) => whyNoAnswer(question, error));
      if (result !== 'no server listened') return result;
      if (performance.now() > deadline)
        throw new Error(`No server listens to ${question.method} ${question.path}.`);
      await pauseOf(RECONNECT_MS);
    }
  };
  return {
    ask,
    async read(path) {
      const question: Question = { method: 'GET', path };
      const answer = await ask(question);
      if (answer?.status !== 200) throw unexpectedAnswer(question, answer);
      return answer.body;
    },
    close: () => pool.destroy(),
  };
}

async function request(pool: Pool, apiKey: string, question: Question): Promise<Answer> {
  const { method, path, body, key } = question;
  const answer = await pool.request({
    method,
    path,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'user-agent': 'crash-flow',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, body: parse(text) };
}

/** An answer that is not JSON is never expected; it is kept unchanged for the error. */
function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Why there is no answer; undefined: the request may have been read. @throws when it took too long */
function whyNoAnswer(
  { method, path }: Question,
  error: Error & { code?: string },
): 'no server listened' | undefined {
  if (error.code === 'ECONNREFUSED') return 'no server listened';
  if (error.code?.endsWith('_TIMEOUT'))
    throw new Error(`${method} ${path} was not answered in time: ${error.message}`, { cause: error });
  return undefined;
}

/** The error when an answer is not the expected one. */
export function unexpectedAnswer(
  { method, path, key, body }: Question,
  answer: Answer | undefined,
  before?: string,
) {
  const asked = `${method} ${path}${key === undefined ? '' : ` under "${key}"`} ${JSON.stringify(body ?? null)}`;
  const said = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'by a broken connection';
  return new Error(`${asked} was answered ${said}${before ? `, ${before}` : ''}.`);
}
