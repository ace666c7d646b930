// How webhooks are signed (interface.md, Events; decisions.md §9): with the service's own headers and with those of
// Standard Webhooks, over the same bytes and with the same secret. Pure and on node:crypto alone: the worker signs with
// it, the command line verifies with it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Unix seconds that a signature's time may be away from the present, as Standard Webhooks recommends. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** What is signed. */
export interface SignedMessage {
  /** The message's id; the same at each attempt. */
  id: string;
  /** Unix seconds of the attempt. */
  timestamp: number;
  /** The exact bytes that are sent. */
  body: string | Buffer;
  /** The whole secret, with its prefix. */
  secret: string;
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Every header that carries a signature, in lower case. */
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

/** What a receiver of `X-Service-*` knows. */
export interface ReceivedSignature {
  /** `X-Service-Timestamp`, as it came. */
  timestamp: string;
  /** `X-Service-Signature`, as it came. */
  signature: string;
  /** The raw body, byte for byte. */
  body: string | Buffer;
  secret: string;
  /** Unix seconds. */
  nowSeconds: number;
  /** How many seconds the timestamp may be away from now, either way. */
  toleranceSeconds?: number;
}

/** Why a signature is not accepted; undefined: it is. Compares in constant time. */
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

/** Keyed by the whole secret as text: `timestamp.body`. */
function serviceSignature(signed: { timestamp: string; body: string | Buffer; secret: string }): Buffer {
  return createHmac('sha256', signed.secret).update(`${signed.timestamp}.`).update(signed.body).digest();
}

/** Keyed by the bytes behind the prefix: `id.timestamp.body`. */
function standardSignature({ id, timestamp, body, secret }: SignedMessage): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
