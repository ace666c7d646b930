// Asks a server to report on a mail (RFC 3461): on its delivery and on its failure, by the header alone, under an id
// of ours. Not on its delay, which changes nothing for us: the mail is the server's, and one of the two other reports
// follows.
import { isAscii } from 'node:buffer';

/** `xtext`: printable ASCII but for `+` and `=`, anything else as `+` and two hex digits (RFC 3461 §4). */
const NOT_XTEXT = /[^!-*,-<>-~]/g;
/** What `utf-8-addr-unitext` writes as `\x{…}` (RFC 6533 §3); octets above ASCII stand for themselves. */
const NOT_UNITEXT = /[^!-*,-<>-[\]-~\u{80}-\u{10FFFF}]/gu;

/** Parameters of MAIL. */
export function reportParametersOfMail(envelopeId: string): string {
  return ` RET=HDRS ENVID=${xtext(envelopeId)}`;
}

/** Parameters of RCPT. An address beyond ASCII is only sent to servers that know SMTPUTF8. */
export function reportParametersOfRcpt(address: string): string {
  const original = isAscii(Buffer.from(address)) ? `rfc822;${xtext(address)}` : `utf-8;${unitext(address)}`;
  return ` NOTIFY=SUCCESS,FAILURE ORCPT=${original}`;
}

function xtext(ascii: string): string {
  return ascii.replace(NOT_XTEXT, (character) => `+${hex(character).padStart(2, '0')}`);
}

function unitext(address: string): string {
  return address.replace(NOT_UNITEXT, (character) => `\\x{${hex(character)}}`);
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
}
