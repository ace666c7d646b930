// The mark with which this service answers at `/.well-known/posthorn`, on every host. It is derived from SECRET_KEY and the
// host, so the check of a tracking host (probe.ts) sees that the host leads to this installation, and that its proxy
// passes the name of the host on.
import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey } from '../../../platform/security/aes-gcm.ts';

/** Path of the mark. */
export const MARK_PATH = '/.well-known/posthorn';

const KEY_BYTES = 32;

/**
 * Creates the maker of marks of a process: host in lower case → mark.
 * @param secretKey without it the key is random, and other processes make other marks
 */
export function createHostMarks(
  secretKey = randomBytes(KEY_BYTES).toString('hex'),
): (host: string) => string {
  const key = deriveKey(secretKey, 'tracking hosts');
  return (host) => `posthorn ${createHmac('sha256', key).update(host).digest('base64url')}`;
}
