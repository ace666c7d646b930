// Posts one webhook message to its endpoint: signed (HMAC), through the guarded fetch (protection against SSRF), over a
// kept-alive connection. A failure of the endpoint is returned as a result and never thrown: only 2xx is a success, a
// redirect is a failure (docs/reference/webhooks.md#delivery-and-retries).

import type { OutboundReach } from '../../../../platform/addresses/allowed-address.ts';
import { createHostResolver } from '../../../../platform/net/dns/host-resolver.ts';
import { createGuardedFetch, type GuardedAnswer } from '../../../../platform/net/guarded-fetch.ts';
import { GuardedFetchError } from '../../../../platform/net/guarded-fetch-error.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { signatureHeaders } from '../signature.ts';

/** The time from the DNS lookup to the headers of the answer. */
const TIMEOUT_MS = 15_000;
/** The status decides, so no attempt waits for an endless body, such as a stream of events. */
const BODY_TIME_MS = 1_000;
/** Bytes of the answer that are read, so that the connection can be reused. */
const READ_MAX_BYTES = 64 * 1024;
/** Bytes of the answer that are stored, for the operator of the endpoint. */
const KEPT_BYTES = 4 * 1024;

/** A message to post. */
export interface SignableMessage {
  /** The same for all attempts. */
  id: string;
  endpointUrl: string;
  /** The current signing secret. */
  secret: string;
  /** JSON text, sent unchanged. */
  payload: string;
}

/** The result of one attempt. */
export interface PostedMessage {
  /** The status was 2xx. */
  isDelivered: boolean;
  /** The status; null: there was no answer. */
  statusCode: number | null;
  /** The reason why there was no answer, as a sentence for the operator of the endpoint; null if there was one. */
  error: string | null;
  durationMs: number;
  /** Names in lower case. */
  responseHeaders: Record<string, string> | null;
  /** The first 4 KiB of the answer. */
  responseBody: string | null;
}

/** Posts messages. */
export interface MessagePoster {
  /**
   * Signs a message with the current time and posts it.
   * @throws the signal's reason after an abort
   */
  post(message: SignableMessage, signal?: AbortSignal): Promise<PostedMessage>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Dependencies and options of the poster. */
export interface MessagePosterOptions {
  reach: OutboundReach;
  /** The value of `DNS_SERVERS`. */
  dnsServers: readonly string[];
  clock: Clock;
  /** Shorter in tests. */
  timeoutMs?: number;
}

/** Creates the poster of a process. The caller limits how many messages are posted at a time. */
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
          bodyTimeMs: BODY_TIME_MS,
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

/** The beginning of a body as text, cut between characters. Invalid UTF-8 becomes U+FFFD. */
function beginningOf(body: Buffer): string {
  if (body.length <= KEPT_BYTES) return storableText(body.toString());
  return storableText(new TextDecoder().decode(body.subarray(0, KEPT_BYTES), { stream: true }));
}

/** Postgres accepts no NUL in text or JSON. */
function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}
