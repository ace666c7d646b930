// Judges the texts of DKIM and SPF records as a receiving server does.
import { tagsOf } from '../../../../mail/domains/dmarc-record.ts';

/** True when a receiver verifies our signatures with this record: our key, for mail, for RSA with SHA-256. */
export function isGoodDkim(text: string, wanted: string): boolean {
  const tags = tagsOf(text);
  const isAllowed = (tag: string, value: string) => {
    const values = tags.get(tag)?.split(':');
    return values === undefined || values.includes('*') || values.includes(value);
  };
  return (
    tags.get('p') === tagsOf(wanted).get('p') &&
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === 'rsa' &&
    isAllowed('h', 'sha256') &&
    isAllowed('s', 'email')
  );
}

export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/**
 * True when the record passes every mechanism that ours does. An unreadable part is an error of the whole record (RFC
 * 7208 §4.6), and parts after `all` are never read (RFC 7208 §5.1).
 */
export function isGoodSpf(text: string, wanted: string): boolean {
  const terms = termsOf(text);
  if (!terms.every((term) => SPF_TERM.test(term))) return false;
  const all = terms.findIndex((term) => /^[+?~-]?all$/.test(term));
  const counted = all === -1 ? terms : terms.slice(0, all);
  // The qualifier `+` is the default (RFC 7208 §4.6.2).
  const passing = new Set(counted.map((term) => term.replace(/^\+/, '')));
  return termsOf(wanted)
    .filter((term) => term.includes(':'))
    .every((term) => passing.has(term));
}

/** A mechanism, or a modifier; modifiers with unknown names are allowed (RFC 7208 §6). */
const SPF_TERM =
  /^(?:[+?~-]?(?:all|include:\S+|(?:a|mx|ptr)(?:[:/]\S+)?|ip4:[\d./]+|ip6:[\da-f:./]+|exists:\S+)|[a-z][a-z0-9_.-]*=\S*)$/;

function termsOf(text: string): string[] {
  return text.toLowerCase().trim().split(/ +/).slice(1);
}
