// The client of a crash flow. It tells three things apart: nobody listened, so nothing was asked and it asks again;
// the answer did not come, so nobody knows; an answer. One that comes too late fails the flow by its name.
import { setTimeout as pauseOf } from 'node:timers/promises';
import { Pool } from 'undici';

const RECONNECT_MS = 50;
/** A process of the API is back within seconds. */
const LISTENS_WITHIN_MS = 30_000;
/** A statement is given up after 30 s, and a batch after 25 s; with a connection to wait for, no answer takes longer. */
const ANSWERS_WITHIN_MS = 45_000;

/** A request. */
export interface Question {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  key?: string | undefined;
}

/** An answer. */
export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Asks one API with one key. */
export interface ApiClient {
  /** @returns undefined when the connection broke before the answer was complete */
  ask(question: Question): Promise<Answer | undefined>;
  /** Asks what must be answered 200. @throws when it is not, with the answer */
  read(path: string): Promise<Record<string, unknown>>;
  /** Breaks what is being asked. */
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
      if (result !== 'nobody listened') return result;
      if (performance.now() > deadline)
        throw new Error(`Nobody listens to ${question.method} ${question.path}.`);
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

/** An answer that is no JSON is none that anybody expects: it is shown as it came. */
function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Why there is no answer; undefined: the request may have been read. @throws when it was too late */
function whyNoAnswer(
  { method, path }: Question,
  error: Error & { code?: string },
): 'nobody listened' | undefined {
  if (error.code === 'ECONNREFUSED') return 'nobody listened';
  if (error.code?.endsWith('_TIMEOUT'))
    throw new Error(`${method} ${path} was not answered in time: ${error.message}`, { cause: error });
  return undefined;
}

/** What a flow fails with when an answer is not the expected one. */
export function unexpectedAnswer(
  { method, path, key, body }: Question,
  answer: Answer | undefined,
  before?: string,
) {
  const asked = `${method} ${path}${key === undefined ? '' : ` under "${key}"`} ${JSON.stringify(body ?? null)}`;
  const said = answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'by a broken connection';
  return new Error(`${asked} was answered ${said}${before ? `, ${before}` : ''}.`);
}
