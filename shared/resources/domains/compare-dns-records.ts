// Compares the records that a domain needs with those that DNS has. A record is judged as a receiving server would, not
// by its spelling: an SPF record may allow other servers too, and a DKIM record may be written with other spaces.
import type { DnsRecords, MailExchange } from '../../platform/net/dns-records.ts';
import type { DomainRecord } from './dns-records.ts';
import { isDmarcRecord, isGoodDkim, isGoodDmarc, isGoodSpf, isSpfRecord } from './text-records.ts';

/** What DNS has for a record that the domain needs. */
export interface RecordInDns {
  record: DomainRecord;
  /** `met`, `missing`: no record of this kind, `wrong`: another value, `unknown`: DNS did not answer. */
  status: 'met' | 'missing' | 'wrong' | 'unknown';
  /** The values that DNS has under the name, for people. */
  found: string[];
}

type Lookups = Pick<DnsRecords, 'txt' | 'mx'>;
type Judgement = Omit<RecordInDns, 'record'>;

/** Looks up every record. */
export function compareDnsRecords(records: readonly DomainRecord[], dns: Lookups): Promise<RecordInDns[]> {
  return Promise.all(records.map(async (record) => ({ record, ...(await judge(record, dns)) })));
}

async function judge(record: DomainRecord, dns: Lookups): Promise<Judgement> {
  try {
    if (record.type === 'MX') return judgeExchanges(await dns.mx(record.name), record.value);
    if (record.record === 'DMARC') return await judgeDmarc(record.name, dns);
    const rule = record.record === 'DKIM' ? DKIM : SPF;
    return judgeTexts(await dns.txt(record.name), rule, record.value);
  } catch {
    return { status: 'unknown', found: [] };
  }
}

function judgeExchanges(exchanges: readonly MailExchange[], host: string): Judgement {
  const found = exchanges.map(({ exchange, priority }) => `${priority} ${exchange}`);
  if (exchanges.length === 0) return { status: 'missing', found };
  return { status: exchanges.some(({ exchange }) => exchange === host) ? 'met' : 'wrong', found };
}

/** How the texts under a name are judged: which of them are records of this kind, and whether one will do. */
interface TextRule {
  isOfKind(text: string): boolean;
  isGood(text: string, wanted: string): boolean;
}

/** Every text under the name of a key is read as a key (RFC 6376 §3.6.2.2). */
const DKIM: TextRule = { isOfKind: () => true, isGood: isGoodDkim };
const SPF: TextRule = { isOfKind: isSpfRecord, isGood: isGoodSpf };
const DMARC: TextRule = { isOfKind: isDmarcRecord, isGood: isGoodDmarc };

/** Two records of a kind are an error at the receiver, whatever they say (RFC 7208 §4.5, RFC 7489 §6.6.3). */
function judgeTexts(texts: readonly string[], rule: TextRule, wanted: string): Judgement {
  const found = texts.filter((text) => rule.isOfKind(text));
  const [first, ...others] = found;
  if (first === undefined) return { status: 'missing', found };
  return { status: others.length === 0 && rule.isGood(first, wanted) ? 'met' : 'wrong', found };
}

/** The policy of a domain without a record is that of its organization: a domain above it (RFC 7489 §6.6.3). */
async function judgeDmarc(name: string, dns: Lookups): Promise<Judgement> {
  const own = judgeTexts(await dns.txt(name), DMARC, '');
  if (own.status !== 'missing') return own;
  for (const above of namesAbove(name)) {
    const judgement = judgeTexts(await dns.txt(above), DMARC, '');
    if (judgement.status === 'met') return judgement;
  }
  return own;
}

/** `_dmarc.a.b.acme.dev` → `_dmarc.b.acme.dev`, `_dmarc.acme.dev`. */
function namesAbove(name: string): string[] {
  const [label = '', ...domain] = name.split('.');
  const starts = Array.from({ length: Math.max(domain.length - 2, 0) }, (_, index) => index + 1);
  return starts.map((start) => [label, ...domain.slice(start)].join('.'));
}
