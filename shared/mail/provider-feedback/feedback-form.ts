// Defines how the feedback of a kind of provider is proven and read. Both are pure, except that the caller fetches the
// certificate that SNS names. A proof shows who sent the octets; our token alone decides which recipient an event is
// about.
import { DAY_MS } from '../../platform/time/durations.ts';
import type { ReadFeedback } from './feedback-event.ts';

/** A POST, as it arrived. */
export interface FeedbackPost {
  /** The raw octets: signatures are over them. */
  body: Buffer;
  /** @param name in lower case */
  header(name: string): string | undefined;
  now: Date;
  /** The PEM text at an address that `isAmazonUrl`. No redirect is followed. @throws when it cannot be fetched */
  fetchCertificate(url: string): Promise<string>;
}

/**
 * `stale`: from another week, so perhaps a replay. `unavailable`: it cannot be decided at the moment, and the provider
 * should send it again.
 */
export type FeedbackProof = 'verified' | 'forged' | 'stale' | 'unavailable';

/** The form of a kind. */
export interface FeedbackForm {
  /** Whether its signature is checked with a key that the operator gives. */
  needsKey: boolean;
  /** The reason why a text is not such a key, as the end of a sentence; undefined: it is one. */
  findKeyProblem?(key: string): string | undefined;
  /** Never throws. */
  verify(post: FeedbackPost, key: string | undefined): Promise<FeedbackProof>;
  /** Never throws. @returns undefined: the body is not of this kind */
  read(body: Buffer): ReadFeedback | undefined;
}

/** Longer than a provider tries again (Mailgun 8 hours, SendGrid 24 hours). A replay within it is known by the key of its event. */
const MAX_AGE_MS = 7 * DAY_MS;
const CLOCK_SKEW_MS = DAY_MS;

/** Accepts kinds without a signature: the secret path is the proof, and it was checked before. */
export const verifyByPath: FeedbackForm['verify'] = () => Promise.resolve('verified');

/** @param at when it was signed; undefined: there is no date, or not a valid one */
export function isStaleProof(at: Date | undefined, now: Date): boolean {
  const ageMs = at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY;
  return ageMs > MAX_AGE_MS || ageMs < -CLOCK_SKEW_MS;
}
