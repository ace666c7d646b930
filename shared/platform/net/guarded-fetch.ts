// An HTTP client for URLs that users give (webhook endpoints, hosted attachments), protected against SSRF (server-side
// request forgery). guarded-url.ts checks the URL before anything is sent, guarded-connect.ts checks the addresses
// while connecting (DNS rebinding); this file bounds the cost: total time, bytes of the headers, bytes of the body.
// Redirects are not followed, bodies are not decompressed, and no proxy of the environment is used. Connections are
// kept alive for the next request to the same server. See docs/architecture/guarded-fetch.md.
import type { Agent } from 'undici';
import type { OutboundReach } from '../addresses/allowed-address.ts';
import { requirePackage } from '../process/require-package.ts';
import { createByteCollector } from './byte-collector.ts';
import type { HostResolver } from './dns/host-resolver.ts';
import { createGuardedConnect } from './guarded-connect.ts';
import { GuardedFetchError } from './guarded-fetch-error.ts';
import { hostOf, parseGuardedUrl } from './guarded-url.ts';

/** One request. */
export interface GuardedRequest {
  url: string;
  method: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  /** Sent unchanged, byte for byte. */
  body?: Buffer;
  /**
   * The time from the call to the last byte of the answer, name resolution included; with `bodyTimeMs`, to its headers.
   */
  timeoutMs: number;
  /**
   * With `beginning`: how long after the headers the body is read. What has arrived by then is returned, and the
   * connection closed.
   */
  bodyTimeMs?: number;
  /** Most bytes of the answer's body that are read. */
  maxBytes: number;
  /**
   * - `whole`: the caller needs the complete body; for a 2xx answer, a body that is larger or compressed is an error.
   * - `beginning`: the caller needs the status; the first `maxBytes` of a larger body are returned.
   */
  reads: 'whole' | 'beginning';
  /**
   * Receives the body of a successful answer (2xx) in pieces; the `body` of the answer is then empty. The next piece is
   * not read before the promise resolves (back-pressure).
   */
  onPiece?: (piece: Buffer) => Promise<void>;
  /** Aborts the request, for example because the process stops. */
  signal?: AbortSignal;
}

/** An answer of any status. A redirect (3xx) is returned like any other status. */
export interface GuardedAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** True when the body was longer than `maxBytes`, or took longer than `bodyTimeMs`. */
  isTruncated: boolean;
}

/** The guarded fetch and its connections. */
export interface GuardedFetch {
  /** @throws GuardedFetchError when there is no answer; the signal's reason when the request was aborted */
  fetch(request: GuardedRequest): Promise<GuardedAnswer>;
  /** Closes every connection and fails the requests that still run on them. */
  close(): Promise<void>;
}

/** Options of a guarded fetch. */
export interface GuardedFetchOptions {
  reach: OutboundReach;
  resolver: HostResolver;
  /** Most connections to one server; further requests wait for one of them. Absent: the caller limits its requests. */
  connectionsPerOrigin?: number;
  /**
   * How long connections are reused before new ones are made. An address is checked when its connection is made, so a
   * name is resolved and checked again at least this often.
   */
  connectionMaxAgeMs?: number;
  /** Certificates in PEM that are trusted instead of those of the system; tests only. */
  authority?: string | undefined;
}

const HEADERS_MAX_BYTES = 16 * 1024;
/** Idle connections stay open this long. A server may propose another time (Keep-Alive), up to a minute. */
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_MAX_MS = 60_000;
const CONNECTION_MAX_AGE_MS = 60_000;
const USER_AGENT = 'Posthorn';

/** Creates a guarded fetch; a process needs one for each kind of work. */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  const { reach, connectionMaxAgeMs = CONNECTION_MAX_AGE_MS } = options;
  /** Agents that take no new requests and close after their last one. */
  const retired = new Set<Agent>();
  let present: Agent | undefined;
  let createdAtMs = performance.now();
  // undici could replace connections one by one (`clientTtl`), but then it reads the clock for each of them at each
  // request.
  const youngAgent = () => {
    if (present && performance.now() - createdAtMs < connectionMaxAgeMs) return present;
    if (present) retire(present);
    present = createAgent(options);
    createdAtMs = performance.now();
    return present;
  };
  const retire = (old: Agent) => {
    retired.add(old);
    void old.close().finally(() => retired.delete(old));
  };
  return {
    async fetch(request) {
      const url = parseGuardedUrl(request.url, reach);
      const agent = youngAgent();
      return await withRequestTimeout(request, url, (...ending) => send(agent, url, request, ...ending));
    },
    async close() {
      await Promise.all([present, ...retired].map((agent) => agent?.destroy()));
    },
  };
}

/** Half of the processes never fetch, and its load is a tenth of the CPU of a worker's start. */
function loadUndici() {
  return requirePackage<typeof import('undici')>('undici');
}

function createAgent({ reach, resolver, connectionsPerOrigin, authority }: GuardedFetchOptions): Agent {
  const { Agent } = loadUndici();
  return new Agent({
    connect: createGuardedConnect(resolver, reach, authority),
    connections: connectionsPerOrigin ?? null,
    maxHeaderSize: HEADERS_MAX_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    // The timeout of the request is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/**
 * Rejects when the request's time is over or its signal aborts. undici reacts to an abort only after it has connected,
 * so the wait is ended here too; a request that was aborted before that is never sent.
 */
async function withRequestTimeout<Answer>(
  { timeoutMs, signal }: GuardedRequest,
  url: URL,
  run: (signal: AbortSignal, stopTimer: () => void) => Promise<Answer>,
): Promise<Answer> {
  const ending = new AbortController();
  const givenUp = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  const timer = setTimeout(() => ending.abort(tooSlow(url, timeoutMs)), timeoutMs);
  const forward = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  if (signal?.aborted) forward();
  const stopTimer = () => clearTimeout(timer);
  try {
    return await Promise.race([givenUp, run(ending.signal, stopTimer)]);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', forward);
  }
}

async function send(
  agent: Agent,
  url: URL,
  { method, headers, body, ...limits }: GuardedRequest,
  signal: AbortSignal,
  stopTimer: () => void,
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
    // Only the status of an unsuccessful answer matters, not the whole body.
    const reads = answer.statusCode < 300 ? limits.reads : 'beginning';
    if (limits.bodyTimeMs !== undefined) stopTimer();
    const read = await readBody(url, answer, { ...limits, reads });
    return { status: answer.statusCode, headers: answer.headers, ...read };
  } catch (error) {
    throw signal.aborted ? signal.reason : explain(url, error);
  }
}

type Answer = Awaited<ReturnType<Agent['request']>>;
type Read = Pick<GuardedAnswer, 'body' | 'isTruncated'>;
type Reading = Pick<GuardedRequest, 'maxBytes' | 'reads' | 'onPiece' | 'bodyTimeMs'>;

async function readBody(
  url: URL,
  { statusCode, headers, body }: Answer,
  { maxBytes, reads, onPiece, bodyTimeMs }: Reading,
): Promise<Read> {
  const problem = reads === 'whole' ? findProblem(url, headers, maxBytes) : undefined;
  if (problem) {
    body.on('error', () => {}).destroy();
    throw problem;
  }
  const kept = createByteCollector(maxBytes);
  const take = onPiece && statusCode >= 200 && statusCode < 300 ? onPiece : kept.add;
  let size = 0;
  const isComplete = await untilGivenUp(body, bodyTimeMs, async () => {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes && reads === 'whole') break;
      await take(chunk);
      if (size > maxBytes) break;
    }
  });
  if (size > maxBytes && reads === 'whole') throw tooLarge(url, maxBytes);
  return { body: kept.bytes(), isTruncated: !isComplete || size > maxBytes };
}

/** Reads a body for so long at most. @returns false: its connection was closed then */
async function untilGivenUp(
  body: Answer['body'],
  timeMs: number | undefined,
  read: () => Promise<void>,
): Promise<boolean> {
  let isGivenUp = false;
  const giveUp = () => {
    isGivenUp = true;
    body.destroy();
  };
  const timer = timeMs === undefined ? undefined : setTimeout(giveUp, timeMs);
  try {
    await read();
  } catch (error) {
    if (!isGivenUp) throw error;
  } finally {
    clearTimeout(timer);
  }
  return !isGivenUp;
}

/** Checks the headers of an answer before its body is read. @returns the error, if there is one */
function findProblem(url: URL, headers: Answer['headers'], maxBytes: number): GuardedFetchError | undefined {
  if (Number(headers['content-length']) > maxBytes) return tooLarge(url, maxBytes);
  // The request asked for `identity`. Decompressing could take any amount of memory (decompression bomb).
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return new GuardedFetchError('invalid_answer', `\`${hostOf(url)}\` answered with compressed content.`);
  }
  return undefined;
}

/** Only the error code of Node or undici is shown: their messages contain the address. */
function explain(url: URL, error: unknown): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  const host = hostOf(url);
  const { errors } = loadUndici();
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
