// SPF (RFC 7208) by mailauth: whether the client may send mail with the domain of MAIL FROM, or, for the null return
// path, of EHLO.
// @ts-check
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { spf } from 'mailauth/lib/spf/index.js';

/** @import { Parent } from './parent.js' */
/** @import { SmtpClient } from '../message-source.ts' */
/** @import { AuthenticationResult } from '../parsed-message.ts' */

/**
 * @param {Parent} parent
 * @param {SmtpClient} client
 */
export async function checkSpf(parent, { address, helo, mailFrom }) {
  const { status, domain } = await spf({
    ip: address,
    helo: isIP(helo) ? `[${helo}]` : toAscii(helo),
    sender: withAsciiDomain(mailFrom),
    // RFC 7208 §7.3: the name of a receiver that does not give it away.
    mta: 'unknown',
    resolver: parent.resolver().resolve,
  });
  const result = /** @type {AuthenticationResult} */ (status.result);
  parent.found({ spf: { domain, result } });
}

/** @param {string} address */
function withAsciiDomain(address) {
  const at = address.lastIndexOf('@');
  return at === -1 ? address : `${address.slice(0, at)}@${toAscii(address.slice(at + 1))}`;
}

/** @param {string} domain */
function toAscii(domain) {
  return /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain) || domain;
}
