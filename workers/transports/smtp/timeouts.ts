// Time limits of the stages of an SMTP dialogue. From MAIL on they are those of RFC 5321 §4.5.3.2: a server that checks
// a message needs them, and a client that gives up earlier sends it twice. The stages before are shorter than in the
// RFC, because another server may be ready to take over.
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';

/** Milliseconds per stage. */
export interface SmtpTimeouts {
  /** Name resolution and TCP; with implicit TLS the handshake too. */
  connectMs: number;
  greetingMs: number;
  ehloMs: number;
  /** STARTTLS and its handshake. */
  tlsMs: number;
  authMs: number;
  mailMs: number;
  rcptMs: number;
  dataMs: number;
  /** Until the operating system has accepted a block of the content. */
  blockMs: number;
  /** The time from the final dot to the reply. */
  contentMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectMs: MINUTE_MS / 2,
  greetingMs: MINUTE_MS,
  ehloMs: MINUTE_MS,
  tlsMs: MINUTE_MS / 2,
  authMs: MINUTE_MS,
  mailMs: 5 * MINUTE_MS,
  rcptMs: 5 * MINUTE_MS,
  dataMs: 2 * MINUTE_MS,
  blockMs: 3 * MINUTE_MS,
  contentMs: 10 * MINUTE_MS,
};
