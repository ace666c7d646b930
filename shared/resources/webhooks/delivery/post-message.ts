// Posts one message to one endpoint: signed, through the guarded fetch, on a connection that is kept for the next. What
// the endpoint does is the outcome and never an error: only 2xx counts, a redirect is a failure (decisions.md §9).

import { createGuardedFetch, type GuardedAnswer } from '../../../platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../platform/net/guarded-fetch-error.ts';
import type { Reach } from '../../../platform/net/reachable-address.ts';
import { createHostResolver } from '../../../platform/net/resolver.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { signatureHeaders } from '../signature.ts';

/** From looking the name up to the last byte of the answer that is read. */
const TIMEOUT_MS = 15_000;
/** Read, so that the connection can be used again. */
const READ_MAX_BYTES = 64 * 1024;
/** Kept, so that whoever runs the endpoint can see what it said. */
const KEPT_BYTES = 4 * 1024;

/** A message on its way. */
export interface SignableMessage {
  /** The same at each attempt. */
  id: string;
  endpointUrl: string;
  /** The present signing secret. */
  secret: string;
  /** JSON text; sent as it is. */
  payload: string;
}

/** What one attempt came to. */
export interface PostedMessage {
  /** It was 2xx. */
  isDelivered: boolean;
  /** Null: there was no answer. */
  statusCode: number | null;
  /** A sentence for whoever runs the endpoint; null for an answer. */
  error: string | null;
  durationMs: number;
  /** Names in lower case. */
  responseHeaders: Record<string, string> | null;
  /** The first 4 KiB. */
  responseBody: string | null;
}

/** Posts messages. */
export interface MessagePoster {
  /** Signs with the present time and posts. @throws the signal's reason when it is given up */
  post(message: SignableMessage, signal?: AbortSignal): Promise<PostedMessage>;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** What posting needs. */
export interface MessagePosterOptions {
  reach: Reach;
  /** As `DNS_SERVERS` names them. */
  dnsServers: readonly string[];
  clock: Clock;
  /** Shorter in tests. */
  timeoutMs?: number;
}

/** Creates the poster of a process. How many messages it posts at a time is its caller's business. */
export function createMessagePoster({
  reach,
  dnsServers,
  clock,
  timeoutMs = TIMEOUT_MS,
}: MessagePosterOptions): MessagePoster {
  const guarded = createGuardedFetch({ reach, resolver: createHostResolver(dnsServers) });
  return {
    async post({ id, endpointUrl, secret, payload }, signal) {
      const body = Buffer.from(payload);
      const timestamp = Math.floor(clock.now().getTime() / 1000);
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        const answer = await guarded.fetch({
          url: endpointUrl,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...signatureHeaders({ id, timestamp, body, secret }),
          },
          body,
          timeoutMs,
          maxBytes: READ_MAX_BYTES,
          reads: 'beginning',
          ...(signal && { signal }),
        });
        return { ...describeAnswer(answer), durationMs: durationMs() };
      } catch (error) {
        if (!(error instanceof GuardedFetchError)) throw error;
        return { ...NO_ANSWER, error: error.message, durationMs: durationMs() };
      }
    },
    close: () => guarded.close(),
  };
}

const NO_ANSWER = { isDelivered: false, statusCode: null, responseHeaders: null, responseBody: null };

function describeAnswer({ status, headers, body }: GuardedAnswer): Omit<PostedMessage, 'durationMs'> {
  return {
    isDelivered: status >= 200 && status < 300,
    statusCode: status,
    error: null,
    responseHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, storableText(String(value ?? ''))]),
    ),
    responseBody: beginningOf(body),
  };
}

/** Text that does not end within a character. What is no UTF-8 becomes U+FFFD. */
function beginningOf(body: Buffer): string {
  if (body.length <= KEPT_BYTES) return storableText(body.toString());
  return storableText(new TextDecoder().decode(body.subarray(0, KEPT_BYTES), { stream: true }));
}

/** Postgres stores no NUL in text, nor in JSON. */
function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
