// DKIM (RFC 6376) and ARC (RFC 8617) by mailauth. It is stricter than the library in what counts as a pass, and shows it
// only as many signatures as a message may reasonably have: each costs a question to DNS, a hash of the whole body and
// the check of a signature, and the time for a field grows with the square of its length.
// @ts-check
import { PassThrough } from 'node:stream';
import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';

/** @import { Parent } from './parent.js' */
/** @import { DomainResult } from '../thread-messages.ts' */
/** @import { AuthenticationResult } from '../parsed-message.ts' */

/** Mailing lists and forwarders add a few; the ones at the top are the latest. */
const SIGNATURES_MAX = 10;
/** A signature with a key of 4,096 bits and a long list of fields has 2 KiB. */
const SIGNATURE_FIELD_MAX_LENGTH = 8 * 1024;
const SIGNATURE_FIELD = /^(dkim-signature|arc-[a-z-]+)[ \t]*:/i;

/**
 * @param {Parent} parent
 * @param {readonly string[]} fields the header, of `splitFields`
 */
export function checkSignatures(parent, fields) {
  const resolver = parent.resolver();
  const shown = chooseFields(fields);
  const input = new PassThrough();
  // A sender is named, or the library would look for a Return-Path.
  const verified = dkimVerify(input, { resolver: resolver.resolve, sender: '<>' });
  const settled = verified.then(noValue, noValue);
  /** @param {Buffer} bytes */
  const write = async (bytes) => {
    const written = new Promise((resolve) => input.write(bytes, resolve));
    await Promise.race([written, settled]);
  };
  void write(Buffer.from(`${shown.join('\r\n')}\r\n\r\n`, 'latin1'));
  return {
    write,
    async end() {
      input.end();
      const { results, arc: chain } = await verified;
      const isSigned = fields.some((field) => /^dkim-signature[ \t]*:/i.test(field));
      parent.found({ signatures: isSigned ? results.map(judge) : [] });
      parent.found({ arc: await checkChain(chain, resolver) });
    },
  };
}

function noValue() {}

/** @param {readonly string[]} fields */
function chooseFields(fields) {
  let signatures = 0;
  return fields.filter((field) => {
    const [, name] = SIGNATURE_FIELD.exec(field) ?? [];
    if (name === undefined) return true;
    if (/^dkim/i.test(name)) signatures += 1;
    return field.length <= SIGNATURE_FIELD_MAX_LENGTH && signatures <= SIGNATURES_MAX;
  });
}

/**
 * The result of one signature.
 * @param {any} verified
 * @returns {DomainResult}
 */
function judge({ status, signingDomain = '', algo = '', bodyHash, bodyHashExpecting, signingHeaders }) {
  const domain = String(signingDomain).toLowerCase();
  // The message was not found to be unsigned: the library skips what it cannot read.
  if (status.result === 'none') return { domain, result: 'neutral' };
  if (bodyHash !== bodyHashExpecting) return { domain, result: 'fail' };
  if (status.result !== 'pass') return { domain, result: status.result };
  // RFC 6376 §5.4: a signature that does not cover From is none.
  if (!/(^|: ?)from($|: ?)/i.test(signingHeaders.keys)) return { domain, result: 'permerror' };
  // RFC 8301 §3.1: SHA-1 must not count. With `l=`, text that was added after the signed part would count as signed.
  const isWeak = /sha1/i.test(algo) || status.underSized > 0;
  return { domain, result: isWeak ? 'policy' : 'pass' };
}

/**
 * The library counts a key that DNS did not answer as a failure.
 * @param {any} chain
 * @param {ReturnType<Parent['resolver']>} resolver
 * @returns {Promise<AuthenticationResult>}
 */
async function checkChain(chain, resolver) {
  const before = resolver.unanswered;
  const { status } = await arc(chain, { resolver: resolver.resolve });
  const isUnanswered =
    resolver.unanswered > before || chain?.lastEntry?.messageSignature?.status?.result === 'temperror';
  const result = /** @type {AuthenticationResult} */ (status.result);
  return result === 'fail' && isUnanswered ? 'temperror' : result;
}
