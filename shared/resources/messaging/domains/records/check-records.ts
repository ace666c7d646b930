// Compares the records that a domain needs with those that DNS has. A record is judged as a receiving server would, not
// by its spelling: an SPF record may allow other servers too, and a DKIM record may be written with other spaces.
import { findDmarcPolicy } from '../../../../mail/domains/dmarc.ts';
import { findDmarcRecord, isDmarcRecord } from '../../../../mail/domains/dmarc-record.ts';
import type { Dns, DomainQuestions, MailExchange } from '../../../../platform/net/dns/answer.ts';
import type { RecordProblem } from '../domain.ts';
import { type DomainRecord, hostOfRecord } from './dns-records.ts';
import { type CheckedValues, combineAnswers, type RecordAnswer } from './record-answer.ts';
import { isGoodDkim, isGoodSpf, isSpfRecord } from './text-records.ts';
import { checkCaa } from './tracking-caa.ts';

/** Asks DNS about every record of a domain. @returns the answers, in the order of the records */
export function checkRecords(
  domain: string,
  records: readonly DomainRecord[],
  dns: Dns,
  questions = dns.about(domain),
): Promise<RecordAnswer[]> {
  return Promise.all(records.map((record) => checkRecord(record, questions, dns)));
}

async function checkRecord(
  record: DomainRecord,
  questions: DomainQuestions,
  dns: Dns,
): Promise<RecordAnswer> {
  const answer = await checkAt(record, questions, dns);
  return answer.problem === 'absent'
    ? { ...answer, ...(await explainAbsence(record, questions, dns)) }
    : answer;
}

/** Two mistakes are the frequent reason why a record that was published is not found, and DNS shows both of them. */
async function explainAbsence(
  record: DomainRecord,
  questions: DomainQuestions,
  dns: Dns,
): Promise<Pick<RecordAnswer, 'detail' | 'problem'> | undefined> {
  const { name, type } = record;
  const host = hostOfRecord(name);
  if (host !== '@') {
    const doubled = `${name}${name.slice(host.length)}`;
    const there = await checkAt({ ...record, name: doubled }, questions, dns);
    if (there.outcome === 'good')
      return { problem: 'name_doubled', detail: `The record is at ${doubled} instead of ${name}.` };
  }
  if (type !== 'CNAME' || (await dns.addresses(name)).kind !== 'found') return undefined;
  return { problem: 'addresses_instead', detail: `${name} has addresses instead of a visible CNAME record.` };
}

async function checkAt(record: DomainRecord, questions: DomainQuestions, dns: Dns): Promise<RecordAnswer> {
  const { name, type, value } = record;
  if (type === 'MX')
    return combineAnswers(await questions.mx(name), (found) => checkExchanges(name, found, value));
  if (type === 'CNAME')
    return combineAnswers(await questions.cname(name), (found) => checkAlias(name, found, value));
  if (type === 'CAA')
    return combineAnswers(await questions.caa(name), (found) => checkCaa(name, found, value));
  if (record.record === 'DMARC') return await evaluateDmarc(name, questions, dns);
  const rule = record.record === 'DKIM' ? DKIM : SPF;
  return combineAnswers(await questions.txt(name), (found) => checkTexts(name, found, rule, value));
}

/**
 * Our host must be the preferred one: mail is sent to others only when it cannot be reached (RFC 5321 §5.1), and they
 * do not know our bounces.
 */
function checkExchanges(name: string, exchanges: readonly MailExchange[], host: string): CheckedValues {
  const found = exchanges.map(({ exchange, priority }) => `${priority} ${exchange}`);
  if (exchanges.length === 0) return missing(`There is no MX record at ${name}.`);
  const first = Math.min(...exchanges.map(({ priority }) => priority));
  const preferred = exchanges.filter(({ priority }) => priority === first);
  if (preferred.every(({ exchange }) => exchange === host)) return { isGood: true, found, detail: null };
  const others = preferred.filter(({ exchange }) => exchange !== host).map(({ exchange }) => exchange);
  const problem = exchanges.some(({ exchange }) => exchange === host) ? 'not_preferred' : 'different';
  return bad(found, `Mail for ${name} goes to ${listed(others)} instead of ${host}.`, problem);
}

function checkAlias(name: string, targets: readonly string[], host: string): CheckedValues {
  if (targets.length === 0) return missing(`There is no CNAME record at ${name}.`);
  const found = [...targets];
  return targets[0] === host
    ? { isGood: true, found, detail: null }
    : bad(found, `${name} points to ${targets[0]} instead of ${host}.`);
}

/** How the texts under a name are judged: which of them are records of this kind, and whether one will do. */
interface TextRule {
  kind: string;
  isOfKind(text: string): boolean;
  /** A text that was meant as one, as with quotation marks around it: receivers pass over it, its owner sees it. */
  isMeant(text: string): boolean;
  isGood(text: string, wanted: string): boolean;
  /** The requirement that an unsuitable record of this kind misses. */
  lacks: string;
}

/** Every text under the name of a key is read as a key (RFC 6376 §3.6.2.2). */
const DKIM: TextRule = {
  kind: 'DKIM',
  isOfKind: () => true,
  isMeant: () => true,
  isGood: isGoodDkim,
  lacks: 'has a different key, or does not allow this key to sign mail',
};
const SPF: TextRule = {
  kind: 'SPF',
  isOfKind: isSpfRecord,
  isMeant: (text) => /v=spf1/i.test(text),
  isGood: isGoodSpf,
  lacks: 'does not allow our servers, or cannot be read',
};

/** Two records of a kind are an error at the receiver, whatever they say (RFC 7208 §4.5). */
function checkTexts(name: string, texts: readonly string[], rule: TextRule, wanted: string): CheckedValues {
  const found = texts.filter((record) => rule.isOfKind(record));
  const [first, ...others] = found;
  if (first === undefined) {
    const meant = texts.filter((text) => rule.isMeant(text));
    const detail = `There is no ${rule.kind} record at ${name}.`;
    return meant.length === 0 ? missing(detail) : bad(meant, detail);
  }
  if (others.length > 0) return several(rule.kind, name, found);
  return rule.isGood(first, wanted)
    ? { isGood: true, found, detail: null }
    : bad(found, `The ${rule.kind} record at ${name} ${rule.lacks}.`);
}

/** A domain without a record of its own has the policy of its organization: a domain above it. */
async function evaluateDmarc(name: string, questions: DomainQuestions, dns: Dns): Promise<RecordAnswer> {
  const own = combineAnswers(await questions.txt(name), (texts) => checkOwnDmarc(name, texts));
  if (own.outcome !== 'bad' || own.found.length > 0) return own;
  const above = await findDmarcPolicy(name.slice('_dmarc.'.length), dns);
  if (above.kind === 'unanswered') return { outcome: 'unanswered', found: [], detail: own.detail };
  if (above.kind !== 'found') return own;
  const detail = `The record at ${above.name} applies to this domain.`;
  return { outcome: 'good', found: [above.record], detail, policy: above.policy };
}

function checkOwnDmarc(name: string, texts: readonly string[]): CheckedValues {
  const found = texts.filter(isDmarcRecord);
  const [first, ...others] = found;
  if (first === undefined) return missing(`There is no DMARC record at ${name}.`);
  if (others.length > 0) return several('DMARC', name, found);
  const policies = findDmarcRecord(found)?.policies;
  if (!policies) return bad(found, `The DMARC record at ${name} has no readable policy.`);
  return { isGood: true, found, detail: null, policy: policies.own };
}

function missing(detail: string): CheckedValues {
  return bad([], detail, 'absent');
}

function several(kind: string, name: string, found: string[]): CheckedValues {
  const detail = `There are ${found.length} ${kind} records at ${name}; receivers accept only one.`;
  return bad(found, detail, 'several');
}

function bad(found: string[], detail: string, problem: RecordProblem = 'different'): CheckedValues {
  return { isGood: false, found, detail, problem };
}

/** A name may have any number of MX records. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}
