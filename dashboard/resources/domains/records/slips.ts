// Known mistakes in DNS records, named by what DNS has: quotation marks that were pasted, a value that was cut, a name in
// front of the value. Where DNS has nothing at the name, a mistake cannot be seen; what is often the reason is said as a
// possibility. Pure.
import { expectedValue, recordId, type ShownDnsRecord } from './purpose.ts';

/** A mistake, as a sentence with what to do. */
export interface Slip {
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
const SURE = (text: string): Slip => ({ text, isSure: true });
const POSSIBLE = (text: string): Slip => ({ text, isSure: false });

/** The mistakes that are seen in a record of a domain, or that may be made. @param all the records of the domain */
export function slipsOf(record: ShownDnsRecord, all: readonly ShownDnsRecord[], domain: string): Slip[] {
  if (record.status === 'verified' || record.detail === null) return [];
  const words = problemWords(record);
  // Mistakes in records that are to be removed do not matter.
  if (words !== undefined) return [SURE(words)];
  if (record.found.length === 0) return possibleSlips(record);
  const found = record.found
    .map((value) => slipOfValue(record, value, all, domain))
    .filter((text) => text !== undefined);
  return [...new Set(found)].map(SURE);
}

/** The words for a problem that the check itself has found. */
function problemWords({ problem, record, host, value }: ShownDnsRecord): string | undefined {
  switch (problem) {
    case 'name_doubled':
      return `The domain is twice in its name: the provider adds it to what is typed. Type only ${host} as the host, or end the full name with a dot.`;
    case 'addresses_instead':
      return 'If the CNAME is published, a proxy hides it, as the orange cloud of Cloudflare does: set the record to “DNS only”. An A or AAAA record of this name has to go.';
    case 'several':
      return record === 'SPF'
        ? 'Put what these SPF records allow into one record, and remove the others.'
        : 'Only the record that is expected may be there: remove the others.';
    case 'not_preferred': {
      const loss = record === 'Receiving' ? ' Its server gets no mail of the domain any more then.' : '';
      return `${value} is there, but another server is preferred to it or as good. The lowest number is tried first: remove the other record, or give it a higher number.${loss}`;
    }
    default:
      return undefined;
  }
}

function slipOfValue(
  record: ShownDnsRecord,
  value: string,
  all: readonly ShownDnsRecord[],
  domain: string,
): string | undefined {
  if (value === expectedValue(record)) return undefined;
  const other = all.find((each) => recordId(each) !== recordId(record) && expectedValue(each) === value);
  if (other) return `This is the value of ${other.name}. It was published at the wrong name.`;
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
    'Quotation marks were pasted with the value. Publish it without them; the provider adds what DNS needs.',
  ({ found, expected }) =>
    found.includes('\\') &&
    !expected.includes('\\') &&
    'There are backslashes in the value. Publish it without them.',
  ({ found, expected }) => {
    const hidden = /[\u00ad\u200b-\u200f\u2060\ufeff\u00a0]/.exec(found)?.[0];
    return (
      hidden !== undefined &&
      !expected.includes(hidden) &&
      'There is a character in the value that cannot be seen. Copy the value from here, and not from a document.'
    );
  },
  ({ found, record: { name, host } }) =>
    [name, host].some((front) => isInFront(front, found)) &&
    'The name was pasted in front of the value. It belongs into the field for the host.',
  ({ found, isWhole, record: { record } }) => record === 'DKIM' && isWhole && keyWords(found),
  ({ found, isWhole, expected }) =>
    isWhole && found.length > 0 && expected.startsWith(found) && cutWords(found.length),
  ({ found, expected }) =>
    found !== expected &&
    without(found, /\s/g) === without(expected, /\s/g) &&
    (/[\r\n]/.test(found)
      ? 'There are line breaks in the value. Publish it in one line.'
      : 'There are spaces in the value that do not belong there, or some are missing.'),
  ({ found, expected }) =>
    found.toLowerCase() === expected.toLowerCase() &&
    'Capital and small letters were changed. They count: copy the value once more.',
  ({ found, record: { record } }) => {
    const start = { SPF: /v=spf1/gi, DKIM: /v=DKIM1/gi, DMARC: /v=DMARC1/gi }[String(record)];
    return (
      start !== undefined &&
      (found.match(start)?.length ?? 0) > 1 &&
      'Two records were put into one value, one after the other. Keep one of them.'
    );
  },
];

function cutWords(length: number): string {
  return length <= STRING_MAX && length >= STRING_MAX - 15
    ? `The value was cut after ${length} characters. A text of DNS has up to 255; a longer value is published in several pieces: "first 255" "the rest".`
    : `The value was cut after ${length} characters. Publish all of it.`;
}

/** The words for a DKIM record whose key is not ours. Texts for other purposes are from a wildcard record. */
function keyWords(found: string): string | undefined {
  const key = /(?:^|;)\s*p\s*=([^;]*)/.exec(found)?.[1];
  if (key === undefined && /^v=(?!DKIM)|^[\w.-]+verif\w*=/i.test(found))
    return 'This is no DKIM record. If it was not published at this name, a wildcard record (*) of the domain answers here.';
  if (key === undefined) return 'It has no p=, which is the key itself. Copy all of the value.';
  if (key.trim() === '')
    return 'Its p= is empty, which means that the key was revoked. Copy all of the value.';
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
      /^https?:/i.test(found) &&
      'The value begins with http. It takes the name of a host alone, and no address of a page.',
    ({ found, expected, record }) => {
      const appended = [domain, record.name, ...zonesAbove(domain)].find(
        (zone) => found === `${expected}.${zone}`,
      );
      return (
        appended !== undefined &&
        `${appended} was added at the end of the value. End the value with a dot: ${expected}.`
      );
    },
    ({ found, expected }) =>
      found.replace(/\.$/, '') === expected && 'There is a second dot at the end of the value. Remove it.',
    ({ found }) =>
      /(?:^|\.)cdn\.cloudflare\.net$/.test(found) &&
      'It leads through the proxy of Cloudflare. Set it to “DNS only”.',
  ];
}

/** `acme.co.uk` of `mail.acme.co.uk`: a provider adds the name of its zone, which may be one above. */
function zonesAbove(domain: string): string[] {
  const labels = domain.split('.');
  return labels.map((_, at) => labels.slice(at).join('.')).slice(1, -1);
}

/** The possible mistakes if DNS has no such record at the name. */
function possibleSlips({ record, host, name }: ShownDnsRecord): Slip[] {
  if (record === 'DMARC') {
    return [
      POSSIBLE('If it is published: with quotation marks in the value, it is not seen as such a record.'),
    ];
  }
  return host === '@'
    ? [POSSIBLE(`If it is published: most providers call the host of ${name} itself @.`)]
    : [];
}
