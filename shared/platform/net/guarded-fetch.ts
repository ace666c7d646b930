// Fetches a URL that a user gave: attachments by their address, webhooks. What it may be aimed at is decided in
// guarded-url.ts (before) and guarded-connect.ts (while connecting); here is what it may cost: time in all, bytes of
// the headers and of the body. Redirects are not followed, answers are not decompressed, no proxy of the
// environment is used, and connections are kept for the next request to the same server.
import { Agent, errors } from 'undici';
import { createByteCollector } from './byte-collector.ts';
import { createGuardedConnect } from './guarded-connect.ts';
import { GuardedFetchError } from './guarded-fetch-error.ts';
import { hostOf, parseGuardedUrl } from './guarded-url.ts';
import type { Reach } from './reachable-address.ts';
import type { HostResolver } from './resolver.ts';

/** One request. */
export interface GuardedRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Sent as it is, byte for byte. */
  body?: Buffer;
  /** From the call to the last byte of the answer, looking the name up included. */
  timeoutMs: number;
  /** Bytes of the answer's body that are read. */
  maxBytes: number;
  /**
   * - `whole`: the body is what we came for; with a status of 2xx, one that is larger or compressed is a failure.
   * - `beginning`: the status counts; of a larger body the first `maxBytes` are kept.
   */
  reads: 'whole' | 'beginning';
  /** Takes the body of a successful answer (2xx) piece by piece, and the answer's body is empty. The next piece waits for it. */
  onPiece?: (piece: Buffer) => Promise<void>;
  /** Gives the request up: the process stops. */
  signal?: AbortSignal;
}

/** An answer, whatever its status; a 3xx is one like any other. */
export interface GuardedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** True when there was more of the body. */
  isTruncated: boolean;
}

/** The guarded fetch and its connections. */
export interface GuardedFetch {
  /** @throws GuardedFetchError for all that is not an answer; the signal's reason when it was given up */
  fetch(request: GuardedRequest): Promise<GuardedAnswer>;
  /** Ends every connection and what is still in flight on it. */
  close(): Promise<void>;
}

/** What it is made of. */
export interface GuardedFetchOptions {
  reach: Reach;
  resolver: HostResolver;
  /** Connections at most to one server; what comes beyond waits for one of them. Absent: the caller bounds them. */
  connectionsPerOrigin?: number;
  /**
   * Connections are used again for so long, then new ones are made. An address was checked when its connection was made;
   * so where a name leads is looked up, and checked, at least this often.
   */
  connectionMaxAgeMs?: number;
}

const HEADERS_MAX_BYTES = 16 * 1024;
/** An idle connection is kept this long, and never longer than a minute whatever the server proposes. */
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_MAX_MS = 60_000;
const CONNECTION_MAX_AGE_MS = 60_000;
const USER_AGENT = 'Posthorn';

/** Creates a guarded fetch; a process needs one for each kind of work. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { reach, connectionMaxAgeMs = CONNECTION_MAX_AGE_MS } = options;
  /** Those that take no new request and end with their last one. */
  const retired = new Set<Agent>();
  let present = createAgent(options);
  let createdAtMs = performance.now();
  // undici could replace connections one by one (`clientTtl`), but it then asks the time for each of them at each
  // request.
  const youngAgent = () => {
    if (performance.now() - createdAtMs < connectionMaxAgeMs) return present;
    const old = present;
    retired.add(old);
    void old.close().finally(() => retired.delete(old));
    present = createAgent(options);
    createdAtMs = performance.now();
    return present;
  };
  return {
    async fetch(request) {
      const url = parseGuardedUrl(request.url, reach);
      const agent = youngAgent();
      return await withinItsTime(request, url, (signal) => exchange(agent, url, request, signal));
    },
    async close() {
      await Promise.all([present, ...retired].map((agent) => agent.destroy()));
    },
  };
}

function createAgent({ reach, resolver, connectionsPerOrigin }: GuardedFetchOptions): Agent {
  return new Agent({
    connect: createGuardedConnect(resolver, reach),
    connections: connectionsPerOrigin ?? null,
    maxHeaderSize: HEADERS_MAX_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    // The one bound on time is that of the request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Ends the wait when the time is over. undici notices an abort only once it is connected, so the wait is ended here
 * too; it does not send what was given up before that.
 */
async function withinItsTime<Answer>(
  { timeoutMs, signal }: GuardedRequest,
  url: URL,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const ending = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  const timer = setTimeout(() => ending.abort(tooSlow(url, timeoutMs)), timeoutMs);
  const forward = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  if (signal?.aborted) forward();
  try {
    return await Promise.race([givenUp, run(ending.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', forward);
  }
}

async function exchange(
  agent: Agent,
  url: URL,
  { method, headers, body, ...limits }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  signal.throwIfAborted();
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal,
    });
    // The body of a refusal is not what we came for: its status is.
    const reads = answer.statusCode < 300 ? limits.reads : 'beginning';
    const read = await readBody(url, answer, { ...limits, reads });
    return { status: answer.statusCode, headers: answer.headers, ...read };
  } catch (error) {
    throw signal.aborted ? signal.reason : explain(url, error);
  }
}

type Answer = Awaited<ReturnType<Agent['request']>>;
type Read = Pick<GuardedAnswer, 'body' | 'isTruncated'>;
type Reading = Pick<GuardedRequest, 'maxBytes' | 'reads' | 'onPiece'>;

async function readBody(
  url: URL,
  { statusCode, headers, body }: Answer,
  { maxBytes, reads, onPiece }: Reading,
): Promise<Read> {
  const problem = reads === 'whole' ? findProblem(url, headers, maxBytes) : undefined;
  if (problem) {
    body.on('error', () => {}).destroy();
    throw problem;
  }
  const kept = createByteCollector(maxBytes);
  const take = onPiece && statusCode >= 200 && statusCode < 300 ? onPiece : kept.add;
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes && reads === 'whole') break;
    await take(chunk);
    if (size > maxBytes) break;
  }
  if (size > maxBytes && reads === 'whole') throw tooLarge(url, maxBytes);
  return { body: kept.bytes(), isTruncated: size > maxBytes };
}

/** What the headers of an answer tell before its body is read. */
function findProblem(url: URL, headers: Answer['headers'], maxBytes: number): GuardedFetchError | undefined {
  if (Number(headers['content-length']) > maxBytes) return tooLarge(url, maxBytes);
  // We asked for it as it is. Unpacking what came instead could be made to cost any amount of memory.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return new GuardedFetchError('invalid_answer', `\`${hostOf(url)}\` answered with compressed content.`);
  }
  return undefined;
}

/** Only a code of Node or undici is told: their messages hold the address. */
function explain(url: URL, error: unknown): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  const host = hostOf(url);
  if (error instanceof errors.HeadersOverflowError || error instanceof errors.HTTPParserError) {
    return new GuardedFetchError('invalid_answer', `\`${host}\` did not answer with valid HTTP.`, error);
  }
  const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
  return new GuardedFetchError('unreachable', `The connection to \`${host}\` failed${code}.`, error);
}

function tooLarge(url: URL, maxBytes: number): GuardedFetchError {
  return new GuardedFetchError('too_large', `\`${hostOf(url)}\` answered with more than ${maxBytes} bytes.`);
}

function tooSlow(url: URL, timeoutMs: number): GuardedFetchError {
  return new GuardedFetchError('timeout', `\`${hostOf(url)}\` did not answer within ${timeoutMs} ms.`);
}
