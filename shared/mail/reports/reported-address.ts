// An address as reports write it: with its type (`rfc822; ana@customer.test`), in angle brackets, or in the form in which
// an international address passes a server that knows ASCII only (RFC 6533 §3).

const TYPE = /^\s*([\w-]{1,40})\s*;/;
/** utf-8-addr-xtext and utf-8-addr-unitext. */
const EMBEDDED = /\\x\{([0-9a-f]{2,6})\}/gi;
/** RFC 5321 §4.5.3.1.3, with room for escapes. */
const READ_MAX_LENGTH = 2_000;
const ADDRESS_MAX_LENGTH = 320;

/** @returns null: there is no text that could be an address; the text may still be invalid or masked */
export function readReportedAddress(field: string): string | null {
  const text = field.slice(0, READ_MAX_LENGTH);
  const type = TYPE.exec(text);
  const rest = text.slice(type?.[0].length ?? 0).trim();
  const bare = /<([^<>]*)>/.exec(rest)?.[1] ?? rest;
  const address = type?.[1]?.toLowerCase() === 'utf-8' ? bare.replace(EMBEDDED, decode) : bare;
  const isOne = /^[^\s<>\p{Cc}\p{Cs}]+$/u.test(address) && address.length <= ADDRESS_MAX_LENGTH;
  return isOne ? address : null;
}

/** RFC 6533 §3: any character but a surrogate. */
function decode(written: string, hex: string): string {
  const point = Number.parseInt(hex, 16);
  const isCharacter = point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : written;
}
