// Recovery codes: each replaces a code of the authenticator app once, for a person who has lost the app. A code has 80
// random bits, so a plain SHA-256 is enough at rest.
import { randomBytes } from 'node:crypto';
import { ScureBase32Plugin } from 'otplib';
import { hashToken } from '../../../../platform/security/tokens.ts';

const CODES = 10;
const CODE_BYTES = 10;

/** New recovery codes, such as `k3vq-7xma-zt2d-4wne`. They are shown once and never stored. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, createRecoveryCode);
}

function createRecoveryCode(): string {
  const characters = new ScureBase32Plugin().encode(randomBytes(CODE_BYTES)).toLowerCase();
  return (characters.match(/.{4}/g) ?? []).join('-');
}

/** The hash under which a code is stored. Upper and lower case, hyphens and spaces make no difference. */
export function hashRecoveryCode(code: string): Buffer {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ''));
}
