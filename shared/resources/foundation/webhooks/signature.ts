// Webhook signatures: HMAC signatures with SHA-256, in the service's own headers and in those of Standard Webhooks and
// Svix, over the same body and with the same secret (docs/reference/webhooks.md#signatures). Pure functions that need
// only node:crypto: workers sign with them, the command line verifies with them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** How far a timestamp may differ from the current time, in seconds, as Standard Webhooks recommends. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The data that is signed. */
export interface SignedMessage {
  /** Id of the message; the same for all attempts. */
  id: string;
  /** Time of the attempt in Unix seconds. */
  timestamp: number;
  /** The exact bytes that are sent. */
  body: string | Buffer;
  /** The complete secret, including its prefix. */
  secret: string;
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** All signature headers, with names in lower case. */
export function signatureHeaders({ id, timestamp, body, secret }: SignedMessage): Record<string, string> {
  const signature = `v1,${standardSignature({ id, timestamp, body, secret })}`;
  return {
    'x-service-timestamp': String(timestamp),
    'x-service-signature': serviceSignature({ timestamp: String(timestamp), body, secret }).toString('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
    'svix-id': id,
    'svix-timestamp': String(timestamp),
    'svix-signature': signature,
  };
}

/** The data that a receiver verifies, for the `X-Service-*` headers. */
export interface ReceivedSignature {
  /** The `X-Service-Timestamp` header, unchanged. */
  timestamp: string;
  /** The `X-Service-Signature` header, unchanged. */
  signature: string;
  /** The raw body, unchanged. */
  body: string | Buffer;
  secret: string;
  /** The current time in Unix seconds. */
  nowSeconds: number;
  /** How many seconds the timestamp may differ from the current time, in either direction. */
  toleranceSeconds?: number;
}

/**
 * Verifies a signature with a constant-time comparison.
 * @returns the fault; undefined if it is valid
 */
export function findSignatureProblem({
  timestamp,
  signature,
  body,
  secret,
  nowSeconds,
  toleranceSeconds = DEFAULT_TOLERANCE_SECONDS,
}: ReceivedSignature): 'malformed' | 'timestamp' | 'signature' | undefined {
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return 'malformed';
  const expected = serviceSignature({ timestamp, body, secret });
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'signature';
  return Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds ? 'timestamp' : undefined;
}

/** The key is the complete secret as text; the signed text is `timestamp.body`. */
function serviceSignature(signed: { timestamp: string; body: string | Buffer; secret: string }): Buffer {
  return createHmac('sha256', signed.secret).update(`${signed.timestamp}.`).update(signed.body).digest();
}

/** The key is the decoded base64 after the prefix; the signed text is `id.timestamp.body`. */
function standardSignature({ id, timestamp, body, secret }: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
