// What one client, one network and one process may use of an SMTP server. A network is the /24 of an IPv4 address or
// the /64 of an IPv6 address, a site its /48: neither fills all places.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';

/** The limits of a server. */
export interface ServerLimits {
  /** Open connections, of all clients, of one network and of one site. */
  connections: number;
  connectionsOfNetwork: number;
  connectionsOfSite: number;
  /** Recipients of one message. */
  recipients: number;
  /** The bytes of a message, as it arrives. */
  messageBytes: number;
  /** The time for TLS from the first byte. */
  handshakeMs: number;
  /** A client that sends nothing for so long is disconnected. */
  idleMs: number;
  /** The idle time while four fifths of the connections are open and another one arrives. */
  idleWhenCrowdedMs: number;
  /** Until a login, where one is needed. */
  loginMs: number;
  /** How long a connection may stay open without a complete message. */
  messageMs: number;
  /** At least so many bytes of a message must arrive per window. */
  windowMs: number;
  windowBytes: number;
  /** A graceful stop waits so long for messages in flight. */
  stopMs: number;
}

/** The limits that are not settings. The process has 25 s to stop; storing takes the last of them. */
export const SERVER_LIMITS: Omit<ServerLimits, 'messageBytes'> = {
  connections: 1_000,
  connectionsOfNetwork: 50,
  connectionsOfSite: 100,
  // RFC 5321 §4.5.3.1.8
  recipients: 100,
  handshakeMs: 30 * SECOND_MS,
  // RFC 5321 §4.5.3.2.7
  idleMs: 5 * MINUTE_MS,
  idleWhenCrowdedMs: 30 * SECOND_MS,
  loginMs: 30 * SECOND_MS,
  messageMs: HOUR_MS,
  windowMs: 10 * SECOND_MS,
  windowBytes: 10 * 1024,
  stopMs: 15 * SECOND_MS,
};

/** RFC 5321 §4.5.3.1.4 has 512, and extensions add to it; the addresses of SMTPUTF8 are longer. */
export const COMMAND_MAX_BYTES = 2_048;
