// Compares the records that a domain needs with those that DNS has. A record is judged by its meaning, not by its
// spelling: an SPF record may allow other servers too, and a DKIM record may be written with other spaces.
import type { DnsRecords, MailExchange } from '../../platform/net/dns-records.ts';
import type { DomainRecord } from './dns-records.ts';

/** What DNS has for a record that the domain needs. */
export interface RecordInDns {
  record: DomainRecord;
  /** `met`, `missing`: no record of this kind, `wrong`: another value, `unknown`: DNS did not answer. */
  status: 'met' | 'missing' | 'wrong' | 'unknown';
  /** The values that DNS has under the name, for people. */
  found: string[];
}

/** Looks up every record. */
export function compareDnsRecords(
  records: readonly DomainRecord[],
  dns: Pick<DnsRecords, 'txt' | 'mx'>,
): Promise<RecordInDns[]> {
  return Promise.all(records.map((record) => compareRecord(record, dns)));
}

async function compareRecord(
  record: DomainRecord,
  dns: Pick<DnsRecords, 'txt' | 'mx'>,
): Promise<RecordInDns> {
  try {
    if (record.type === 'MX') return judgeExchanges(record, await dns.mx(record.name));
    return judgeTexts(record, await dns.txt(record.name));
  } catch {
    return { record, status: 'unknown', found: [] };
  }
}

function judgeExchanges(record: DomainRecord, exchanges: readonly MailExchange[]): RecordInDns {
  const found = exchanges.map(({ exchange, priority }) => `${priority} ${exchange}`);
  if (exchanges.length === 0) return { record, status: 'missing', found };
  const isMet = exchanges.some(({ exchange }) => exchange === record.value);
  return { record, status: isMet ? 'met' : 'wrong', found };
}

function judgeTexts(record: DomainRecord, texts: readonly string[]): RecordInDns {
  const { isOfKind, isMet } = TEXT_RULES[record.record];
  const found = texts.filter(isOfKind);
  if (found.length === 0) return { record, status: 'missing', found: [] };
  return { record, status: isMet(found, record.value) ? 'met' : 'wrong', found };
}

/** How the texts under a name are judged: which of them are records of this kind, and whether they are what we need. */
interface TextRule {
  isOfKind(text: string): boolean;
  isMet(texts: readonly string[], wanted: string): boolean;
}

const TEXT_RULES: Record<DomainRecord['record'], TextRule> = {
  DKIM: {
    isOfKind: (text) => tagsOf(text).has('p'),
    isMet: (texts, wanted) => texts.some((text) => tagsOf(text).get('p') === tagsOf(wanted).get('p')),
  },
  SPF: {
    isOfKind: (text) => /^v=spf1(?: |$)/i.test(text),
    // Two SPF records are an error at the receiver, whatever they say (RFC 7208 §4.5).
    isMet: (texts, wanted) => texts.length === 1 && hasMechanisms(texts[0] ?? '', wanted),
  },
  DMARC: {
    isOfKind: (text) => /^v=DMARC1 *(?:;|$)/i.test(text),
    // Every policy will do. Two records count as none (RFC 7489 §6.6.3).
    isMet: (texts) => texts.length === 1 && tagsOf(texts[0] ?? '').has('p'),
  },
  Receiving: { isOfKind: () => false, isMet: () => false },
};

/** Tags of DKIM and DMARC records (RFC 6376 §3.2); spaces do not count, also inside a key. */
function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => part.replace(/\s+/g, '').split(/=(?<value>.*)/s));
  return new Map(pairs.map(([name = '', value = '']) => [name.toLowerCase(), value]));
}

/** True when the record allows every mechanism that ours does; a qualifier `+` is the default (RFC 7208 §4.6.2). */
function hasMechanisms(text: string, wanted: string): boolean {
  const words = new Set(wordsOf(text).map((word) => word.replace(/^\+/, '')));
  return wordsOf(wanted)
    .filter((word) => word.includes(':'))
    .every((word) => words.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().trim().split(/\s+/);
}
