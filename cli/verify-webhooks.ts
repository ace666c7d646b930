// `posthorn webhooks verify`: verifies the HMAC signature of a webhook request locally
// (docs/reference/webhooks.md#signatures). It makes no request.
import {
  DEFAULT_TOLERANCE_SECONDS,
  findSignatureProblem,
} from '../shared/resources/foundation/webhooks/signature.ts';
import { rejected } from './failure.ts';
import { readInput, type Stdin } from './read-input.ts';

/** The flags as text. */
export interface VerifyInput {
  secret: string;
  timestamp: string;
  signature: string;
  /** A file, or `-` for stdin. */
  payload: string;
  tolerance?: string;
}

/** Verifies a signature. @throws CliFailure when it is malformed, wrong, or too old or new */
export async function verifyWebhook(
  { secret, timestamp, signature, payload, tolerance }: VerifyInput,
  stdin: Stdin,
  nowMs: number,
): Promise<{ valid: true }> {
  const toleranceSeconds = readTolerance(tolerance);
  const problem = findSignatureProblem({
    timestamp,
    signature,
    body: await readInput('--payload', payload, stdin),
    secret,
    nowSeconds: Math.floor(nowMs / 1000),
    toleranceSeconds,
  });
  if (problem === 'malformed') {
    throw rejected('--timestamp takes unix seconds and --signature 64 hexadecimal digits.');
  }
  if (problem === 'signature') throw rejected('The signature does not match this payload and timestamp.');
  if (problem === 'timestamp') {
    throw rejected(`The timestamp is more than ${toleranceSeconds} seconds away from now.`);
  }
  return { valid: true };
}

function readTolerance(text: string | undefined): number {
  if (text === undefined) return DEFAULT_TOLERANCE_SECONDS;
  if (!/^\d{1,12}$/.test(text)) throw rejected('--tolerance takes a number of seconds.');
  return Number(text);
}
