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

/** A found value with what is wanted of it. */
interface Compared {
  record: ShownDnsRecord;
  /** As it is in DNS; of an MX record the host without the priority. */
  found: string;
  expected: string;
}

/** What finds one mistake in a value. @returns the sentence */
type Rule = (compared: Compared) => string | undefined | false;

/** A found value of this length and a sign that it goes on: the API keeps no more of it. */
const KEPT_LENGTH = 500;
/** Of a single string of a TXT record (RFC 1035 §3.3.14). */
const STRING_MAX = 255;
const SURE = (text: string): Slip => ({ text, isSure: true });
const POSSIBLE = (text: string): Slip => ({ text, isSure: false });

/** The mistakes that are seen in a record of a domain, or that may be made. @param all the records of the domain */
export function slipsOf(record: ShownDnsRecord, all: readonly ShownDnsRecord[], domain: string): Slip[] {
  if (record.status === 'verified' || record.detail === null) return [];
  if (record.found.length === 0) return possibleSlips(record, domain);
  const several = severalWords(record);
  const found = record.found
    .map((value) => slipOfValue(record, value, all, domain))
    .filter((text) => text !== undefined);
  return [...new Set([...(several === undefined ? [] : [several]), ...found])].map(SURE);
}

/** Several values may also be those of several name servers, of which each has one: the API says which it is. */
function severalWords({ record, type, found, detail, value }: ShownDnsRecord): string | undefined {
  if (type === 'MX' && found.length > 1 && found.some((each) => hostOf(each) === value)) {
    return `${value} is there, but another server is preferred to it or as good. The lowest number is tried first: remove the other record, or give it a higher number.`;
  }
  if (type !== 'TXT' || !/\bThere are \d+ /.test(detail ?? '')) return undefined;
  const what = record === 'SPF' ? 'Put what they allow into one record' : 'Keep the one that is expected';
  return `There are ${found.length} ${record} records, and receivers take only one. ${what}, and remove the others.`;
}

function slipOfValue(
  record: ShownDnsRecord,
  value: string,
  all: readonly ShownDnsRecord[],
  domain: string,
): string | undefined {
  const whole = keptPart(value);
  if (whole === expectedValue(record)) return undefined;
  const other = all.find((each) => recordId(each) !== recordId(record) && expectedValue(each) === whole);
  if (other) return `This is the value of ${other.name}: two records were exchanged.`;
  const found = record.type === 'MX' ? hostOf(whole) : whole;
  const compared = { record, found, expected: record.value };
  const rules = record.type === 'TXT' ? TEXT_RULES : hostRules(domain);
  for (const rule of rules) {
    const words = rule(compared);
    if (words) return words;
  }
  return undefined;
}

/** Of a found MX record. */
function hostOf(found: string): string {
  return found.replace(/^\d+ /, '');
}

/** Without the sign that a long value goes on. */
export function keptPart(value: string): string {
  return value.length === KEPT_LENGTH + 1 && value.endsWith('…') ? value.slice(0, -1) : value;
}

const without = (text: string, signs: RegExp) => text.replaceAll(signs, '');

/** From the most certain to the least. */
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
  ({ found, record: { record } }) => record === 'DKIM' && keyWords(found),
  ({ found, expected }) => found.length > 0 && expected.startsWith(found) && cutWords(found.length),
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

/** What a DKIM record says of its key, where that is no key of ours. */
function keyWords(found: string): string | undefined {
  const key = /(?:^|;)\s*p\s*=([^;]*)/.exec(found)?.[1];
  if (key === undefined) return 'It has no p=, which is the key itself. Copy all of the value.';
  if (key.trim() === '')
    return 'Its p= is empty, which means that the key was revoked. Copy all of the value.';
  return undefined;
}

/** `ph1._domainkey v=DKIM1…`, `ph1._domainkey IN TXT v=DKIM1…`, `ph1._domainkey=v=DKIM1…`. */
function isInFront(front: string, found: string): boolean {
  return front.length > 1 && found.startsWith(front) && /^[\s.=:]/.test(found.slice(front.length));
}

/** Of values that are hosts: MX and CNAME. */
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

/** DNS has nothing of this kind at the name. */
function possibleSlips(record: ShownDnsRecord, domain: string): Slip[] {
  const { name, host, type } = record;
  // A host of its own, below the domain: some providers add the domain to whatever is typed.
  const doubled =
    host === '@'
      ? []
      : [
          POSSIBLE(
            `If it is published: did the provider add the domain once more? Then it is at ${name}.${registrableOf(name, host)}. Enter only ${host} there, or end the full name with a dot.`,
          ),
        ];
  if (type === 'CNAME') {
    return [
      POSSIBLE(
        'If it is published: a proxy of the provider hides it, as the orange cloud of Cloudflare does. Set the record to “DNS only”.',
      ),
      ...doubled,
    ];
  }
  if (type === 'TXT' && record.record !== 'DKIM') {
    return [
      ...doubled,
      POSSIBLE(
        'Was it published with quotation marks in the value, or as another type? Then it is not seen as one.',
      ),
    ];
  }
  return doubled.length > 0 ? doubled : [POSSIBLE(`The host is ${domain} itself: most providers call it @.`)];
}

/** The zone: the name without its host. */
function registrableOf(name: string, host: string): string {
  return name.startsWith(`${host}.`) ? name.slice(host.length + 1) : name;
}
