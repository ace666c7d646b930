// The measurements of an email: opens, clicks, both or nothing. They are decided when the email is accepted and stored
// with it, so every attempt to send it is alike (docs/reference/tracking.md).
import type { Domain } from '../../domains/domain.ts';
import type { NewEmail, Tracking } from '../email.ts';
import { isNotice } from '../notices/notice.ts';

/** The measurements of a domain for mail without a choice of its own. */
export type DomainTracking = Pick<Domain, 'openTracking' | 'clickTracking'>;

/** Nothing is measured. */
const UNMEASURED: Tracking = { opens: false, clicks: false };

const OPENS = 1;
const CLICKS = 2;

/**
 * Decides the measurements of an email. None for the service's own mail, whose links must be direct, and none for mail
 * that is sent as it arrived.
 */
export function decideTracking(
  email: Pick<NewEmail, 'source' | 'tracking' | 'kept'>,
  { openTracking, clickTracking }: DomainTracking,
): Tracking {
  if (isNotice(email) || email.kept) return UNMEASURED;
  const { opens = openTracking, clicks = clickTracking } = email.tracking ?? {};
  return { opens, clicks };
}

/** The value of `emails.tracking`. */
export function trackingNumber({ opens, clicks }: Tracking): number {
  return (opens ? OPENS : 0) | (clicks ? CLICKS : 0);
}

/** Reads `emails.tracking`. */
export function readTracking(stored: number): Tracking {
  return { opens: (stored & OPENS) !== 0, clicks: (stored & CLICKS) !== 0 };
}
