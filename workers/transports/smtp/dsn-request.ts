// Requests delivery status notifications (DSN, RFC 3461) from a server: on success and on failure, with the header
// only, under our own id. Not on delay, which changes nothing for us: the server is responsible for the mail, and one
// of the two other reports follows.
import { isAscii } from 'node:buffer';

/** `xtext`: printable ASCII except `+` and `=`; all other characters as `+` and two hex digits (RFC 3461 §4). */
const NOT_XTEXT = /[^!-*,-<>-~]/g;
/** Characters that `utf-8-addr-unitext` writes as `\x{…}` (RFC 6533 §3); bytes above ASCII stay unchanged. */
const NOT_UNITEXT = /[^!-*,-<>-[\]-~\u{80}-\u{10FFFF}]/gu;

/** Parameters of the command MAIL. */
export function reportParametersOfMail(envelopeId: string): string {
  return ` RET=HDRS ENVID=${xtext(envelopeId)}`;
}

/** Parameters of the command RCPT. A non-ASCII address is sent only to servers with SMTPUTF8. */
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
