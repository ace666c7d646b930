// Addresses of the envelope, as MAIL and RCPT give them: the domain becomes lower-case ASCII, the local part stays as
// it was written, because only the mail server of the domain knows what it means (RFC 5321 §2.3.11).
import { toAsciiName } from '../../shared/platform/addresses/international-names.ts';

/** RFC 5321 §4.5.3.1: 64 octets, `@` and 255 octets. */
const ADDRESS_MAX_LENGTH = 320;

/** An address of the envelope. */
export interface EnvelopeAddress {
  local: string;
  domain: string;
}

/** @returns undefined for what is not an address */
export function parseEnvelopeAddress(text: string): EnvelopeAddress | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > ADDRESS_MAX_LENGTH) return undefined;
  const domain = toAsciiName(text.slice(at + 1));
  return domain ? { local: text.slice(0, at), domain } : undefined;
}
