// Constant-time comparison of secrets, for example of a presented token with OPS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares SHA-256 digests in constant time, so that the time discloses neither the content nor the length. */
export function areEqualSecrets(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
