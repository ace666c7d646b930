// Our `Received` field (RFC 5321 §4.4), which is put in front of a message: who delivered it, how and when. It contains
// the client's own words, so only plain characters of its name are copied.
import { isIPv6 } from 'node:net';
import type { SmtpPeer } from '../server/service.ts';

/** RFC 5321 §4.5.3.1.2 */
const HELO_MAX_LENGTH = 255;

/** The field with its final CRLF. @param hostname MAIL_HOSTNAME */
export function makeReceivedField(
  { helo, address, protocol, id }: SmtpPeer,
  { hostname, now }: { hostname: string; now: Date },
): Buffer {
  const name = helo.replace(/[^\w.:[\]-]/g, '?').slice(0, HELO_MAX_LENGTH);
  const literal = isIPv6(address) ? `IPv6:${address}` : address;
  const date = now.toUTCString().replace('GMT', '+0000');
  const lines = [`Received: from ${name} ([${literal}])`, `by ${hostname} with ${protocol} id ${id};`, date];
  return Buffer.from(`${lines.join('\r\n\t')}\r\n`);
}
