// Known mistakes in DNS records, named by what DNS has: quotation marks that were pasted, a value that was cut, a name in
// front of the value. Where DNS has nothing at the name, a mistake cannot be seen; what is often the reason is said as a
// possibility. Pure.
import { expectedValue, recordId, type ShownDnsRecord } from './purpose.ts';

/** A mistake, as a sentence with what to do. */
export interface RecordMistake {
  text: string;
  /** False: DNS shows nothing, and it is only a frequent reason for that. */
  isSure: boolean;
}

/** A found value with the wanted one. */
interface Compared {
  record: ShownDnsRecord;
  /** The value in DNS; for an MX record the host without the priority. */
  found: string;
  expected: string;
  /** False: it continues, and the rest is not known. */
  isWhole: boolean;
}

/** A function that finds one mistake in a value. @returns the sentence */
type Rule = (compared: Compared) => string | undefined | false;

/** A found value of this length and a sign that it continues: the API keeps no more of it. */
const KEPT_LENGTH = 500;
/** The longest single string of a TXT record (RFC 1035 §3.3.14). */
const STRING_MAX = 255;
const SURE = (text: string): RecordMistake => ({ text, isSure: true });
const POSSIBLE = (text: string): RecordMistake => ({ text, isSure: false });

/** The mistakes that are seen in a record of a domain, or that may be made. @param all the records of the domain */
export function mistakesOf(
  record: ShownDnsRecord,
  all: readonly ShownDnsRecord[],
  domain: string,
): RecordMistake[] {
  if (record.status === 'verified' || record.detail === null) return [];
  const words = problemWords(record);
  // Mistakes in records that are to be removed do not matter.
  if (words !== undefined) return [SURE(words)];
  if (record.found.length === 0) return possibleMistakes(record);
  const found = record.found
    .map((value) => mistakeOfValue(record, value, all, domain))
    .filter((text) => text !== undefined);
  return [...new Set(found)].map(SURE);
}

/** The words for a problem that the check itself has found. */
function problemWords({ problem, record, host, value }: ShownDnsRecord): string | undefined {
  switch (problem) {
    case 'name_doubled':
      return `The name contains the domain twice, because the provider adds it. Enter only ${host} as the host, or end the full name with a dot.`;
    case 'addresses_instead':
      return 'If you published the CNAME, a proxy hides it, such as the orange cloud of Cloudflare. Set the record to “DNS only”. If this name has an A or AAAA record, remove it.';
    case 'several':
      return record === 'SPF'
        ? 'Merge these SPF records into one, and remove the others.'
        : 'Keep only the expected record, and remove the others.';
    case 'not_preferred': {
      const loss = record === 'Receiving' ? ' Its server then no longer receives mail for the domain.' : '';
      return `${value} exists, but another server has the same or a higher priority. The lowest number is tried first. Remove the other record, or give it a higher number.${loss}`;
    }
    default:
      return undefined;
  }
}

function mistakeOfValue(
  record: ShownDnsRecord,
  value: string,
  all: readonly ShownDnsRecord[],
  domain: string,
): string | undefined {
  // CAA records of other authorities are no mistakes.
  if (record.type === 'CAA' || value === expectedValue(record)) return undefined;
  const other = all.find((each) => recordId(each) !== recordId(record) && expectedValue(each) === value);
  if (other) return `This is the value for ${other.name}, published at the wrong name.`;
  const kept = keptPart(value);
  const found = record.type === 'MX' ? hostOf(kept) : kept;
  const compared = { record, found, expected: record.value, isWhole: kept === value };
  const rules = record.type === 'TXT' ? TEXT_RULES : hostRules(domain);
  for (const rule of rules) {
    const words = rule(compared);
    if (words) return words;
  }
  return undefined;
}

/** The host of a found MX record. */
function hostOf(found: string): string {
  return found.replace(/^\d+ /, '');
}

/** Without the sign that a long value continues. */
export function keptPart(value: string): string {
  return value.length === KEPT_LENGTH + 1 && value.endsWith('…') ? value.slice(0, -1) : value;
}

const without = (text: string, signs: RegExp) => text.replaceAll(signs, '');

/** The rules from the most certain to the least. */
const TEXT_RULES: readonly Rule[] = [
  ({ found }) =>
    /["“”„«»]/.test(found) &&
    'The value was pasted with quotation marks. Publish it without them. The provider adds what DNS needs.',
  ({ found, expected }) =>
    found.includes('\\') &&
    !expected.includes('\\') &&
    'The value contains backslashes. Publish it without them.',
  ({ found, expected }) => {
    const hidden = /[\u00ad\u200b-\u200f\u2060\ufeff\u00a0]/.exec(found)?.[0];
    return (
      hidden !== undefined &&
      !expected.includes(hidden) &&
      'The value contains an invisible character. Copy the value from this page, not from a document.'
    );
  },
  ({ found, record: { name, host } }) =>
    [name, host].some((front) => isInFront(front, found)) &&
    'The value starts with the name. Put the name in the host field.',
  ({ found, isWhole, record: { record } }) => record === 'DKIM' && isWhole && keyWords(found),
  ({ found, isWhole, expected }) =>
    isWhole && found.length > 0 && expected.startsWith(found) && cutWords(found.length),
  ({ found, expected }) =>
    found !== expected &&
    without(found, /\s/g) === without(expected, /\s/g) &&
    (/[\r\n]/.test(found)
      ? 'The value contains line breaks. Publish it on one line.'
      : 'The value has extra or missing spaces.'),
  ({ found, expected }) =>
    found.toLowerCase() === expected.toLowerCase() &&
    'The upper and lower case of the value changed. Case matters: copy the value again.',
  ({ found, record: { record } }) => {
    const start = { SPF: /v=spf1/gi, DKIM: /v=DKIM1/gi, DMARC: /v=DMARC1/gi }[String(record)];
    return (
      start !== undefined &&
      (found.match(start)?.length ?? 0) > 1 &&
      'The value contains two records. Keep only one.'
    );
  },
];

function cutWords(length: number): string {
  return length <= STRING_MAX && length >= STRING_MAX - 15
    ? `The value was cut off after ${length} characters. One DNS string has at most 255 characters. Publish a longer value in several parts: "first 255" "the rest".`
    : `The value was cut off after ${length} characters. Publish the full value.`;
}

/** The words for a DKIM record whose key is not ours. Texts for other purposes are from a wildcard record. */
function keyWords(found: string): string | undefined {
  const key = /(?:^|;)\s*p\s*=([^;]*)/.exec(found)?.[1];
  if (key === undefined && /^v=(?!DKIM)|^[\w.-]+verif\w*=/i.test(found))
    return 'This is not a DKIM record. If you did not publish it at this name, a wildcard record (*) of the domain answers here.';
  if (key === undefined) return 'The value has no p=, which holds the key. Copy the full value.';
  if (key.trim() === '') return 'The p= is empty, which means that the key is revoked. Copy the full value.';
  return undefined;
}

/** `ph1._domainkey v=DKIM1…`, `ph1._domainkey IN TXT v=DKIM1…`, `ph1._domainkey=v=DKIM1…`. */
function isInFront(front: string, found: string): boolean {
  return front.length > 1 && found.startsWith(front) && /^[\s.=:]/.test(found.slice(front.length));
}

/** Rules for values that are hosts: MX and CNAME. */
function hostRules(domain: string): readonly Rule[] {
  return [
    ({ found }) =>
      /^https?:/i.test(found) && 'The value starts with http. Enter only the host name, not a URL.',
    ({ found, expected, record }) => {
      const appended = [domain, record.name, ...zonesAbove(domain)].find(
        (zone) => found === `${expected}.${zone}`,
      );
      return (
        appended !== undefined &&
        `The provider added ${appended} to the end of the value. End the value with a dot: ${expected}.`
      );
    },
    ({ found, expected }) =>
      found.replace(/\.$/, '') === expected && 'The value ends with two dots. Remove one.',
    ({ found }) =>
      /(?:^|\.)cdn\.cloudflare\.net$/.test(found) &&
      'The record goes through the Cloudflare proxy. Set it to “DNS only”.',
  ];
}

/** `acme.co.uk` of `mail.acme.co.uk`: a provider adds the name of its zone, which may be one above. */
function zonesAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, at) => labels.slice(at).join('.')).slice(1, -1);
}

/** The possible mistakes if DNS has no such record at the name. */
function possibleMistakes({ record, host, name }: ShownDnsRecord): RecordMistake[] {
  if (record === 'DMARC') {
    return [
      POSSIBLE(
        'If you published it, check for quotation marks in the value. With them, it does not count as this record.',
      ),
    ];
  }
  return host === '@'
    ? [POSSIBLE(`If you published it, check the host: most providers use @ for ${name} itself.`)]
    : [];
}
