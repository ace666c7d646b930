// Codes of authenticator apps: TOTP (RFC 6238) with what every app can do, SHA-1, six digits and steps of 30 seconds. The
// shared secret is stored encrypted with SECRET_KEY, for its person alone.
import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 6238 §5.2. */
const STEP_SECONDS = 30;
/** The name of the service in the app. */
const ISSUER = 'Posthorn';

/** The row that an encrypted secret is bound to (shared/platform/security/secrets.ts). */
export function totpSecretOwner(personId: string): string {
  return `people/${personId}`;
}

/** A new secret: 160 random bits in base32, as long as a SHA-1 hash (RFC 4226 §4, R6). */
export function createTotpSecret(): string {
  return generateSecret();
}

/** The URI that an app reads from a QR code. @param email the address by which the person recognizes the entry */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/**
 * The time step of a code. The steps before and after the present one count too, because clocks differ and typing takes
 * time.
 * @returns undefined: the code is wrong
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, period: STEP_SECONDS, epochTolerance: STEP_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : undefined;
}
