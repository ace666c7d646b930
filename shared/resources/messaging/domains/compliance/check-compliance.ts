// Checks a domain against the rules of large mailbox providers for senders, as far as they can be seen from here: in
// DNS, which is queried now, in the configuration of the service, and in the complaints about its mail. It stores
// nothing and changes no status.
import {
  type DmarcAnswer,
  findDmarcPolicy,
  findOrganizationalDomain,
} from '../../../../mail/domains/dmarc.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { isDirect } from '../../../../platform/config/mx-settings.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Dns } from '../../../../platform/net/dns/answer.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { PreferencesLinks } from '../../unsubscribe-page/link.ts';
import type { Domain } from '../domain.ts';
import { requireDomain } from '../find.ts';
import { type DkimKey, findDkimKeys } from '../keys/dkim-key.ts';
import { checkRecords } from '../records/check-records.ts';
import { type DomainRecord, listDomainRecords, mailHostOf } from '../records/dns-records.ts';
import type { RecordAnswer } from '../records/record-answer.ts';
import { findEvidence } from '../reputation/evidence.ts';
import { bounded } from './bounded.ts';
import { evaluateComplaintRate } from './complaint-rate.ts';
import {
  type AskedRecord,
  evaluateAlignment,
  evaluateDkim,
  evaluateDmarc,
  evaluateSpf,
} from './domain-rules.ts';
import { findSmtpUrls, listRelays, type Relay, type SmtpUrl } from './relays.ts';
import { type ComplianceRule, PROVIDERS_OF_RULE, type RuleName, type RuleVerdict } from './rule.ts';
import {
  evaluateMailHostname,
  evaluateOneClick,
  evaluatePtr,
  evaluateTls,
  findHostInDns,
  type HostInDns,
} from './service-rules.ts';
import { evaluateSources, findSourcesInDns, type SourceInDns } from './source-names.ts';

/** The most sources that are looked up: no client may make us look up hundreds. `ops check` checks all. */
const SOURCES_MAX = 8;

/** Dependencies of checking a domain in DNS. */
export interface ComplianceDeps {
  database: Queryable;
  dns: Dns;
  config: Pick<
    Config,
    'mailHostname' | 'spfMechanisms' | 'publicUrl' | 'certificateIssuer' | 'smtpUrl' | 'mx'
  >;
  secrets: Pick<Secrets, 'decrypt'>;
  preferences: Pick<PreferencesLinks, 'canOneClick'>;
  clock: Clock;
}

/** A domain and the rules. */
export interface Compliance {
  id: string;
  name: string;
  /** No rule is known to be broken. */
  met: boolean;
  rules: ComplianceRule[];
}

/** Judges a domain; it takes some five seconds at most. @throws DomainError `not_found` */
export async function checkCompliance(
  deps: ComplianceDeps,
  { accountId, id }: { accountId: string; id: string },
): Promise<Compliance> {
  const domain = await requireDomain(deps.database, accountId, id);
  const keys = await findDkimKeys(deps.database, [id]);
  const evidence = await findEvidence(deps.database, 'domains', [id], deps.clock.now());
  const complaints = evaluateComplaintRate(evidence.get(id)?.figures);
  const smtpUrls = await findSmtpUrls(deps, domain);
  const verdicts = {
    ...evaluateAll(await ask(domain, keys, smtpUrls, deps), domain, smtpUrls, deps),
    complaint_rate: complaints,
  };
  const rules = (Object.entries(verdicts) as [RuleName, RuleVerdict][]).map(([rule, verdict]) => ({
    rule,
    providers: PROVIDERS_OF_RULE[rule],
    ...verdict,
  }));
  return { id, name: domain.name, met: rules.every(({ met }) => met !== false), rules };
}

/** Everything that DNS says. */
interface Answers {
  returnPath: string;
  spf: AskedRecord;
  /** Undefined: the domain has no key. */
  dkim: AskedRecord | undefined;
  /** Our proposal, and the policy that counts for the domain. */
  dmarc: { wanted: DomainRecord; answer: DmarcAnswer };
  returnPathOrganization: string | undefined;
  host: HostInDns;
  /** The addresses that send mail; undefined: those of MAIL_HOSTNAME, or of a relay. */
  sources: readonly SourceInDns[] | undefined;
}

/** Asks all questions at the same time. */
async function ask(
  domain: Domain,
  keys: readonly DkimKey[],
  smtpUrls: readonly SmtpUrl[],
  deps: ComplianceDeps,
): Promise<Answers> {
  const { config, dns } = deps;
  const { spf, dkim, dmarc } = selectRecords(domain, keys, config);
  const late = { kind: 'unanswered', reason: 'timeout' } as const;
  const asked = dkim ? [spf, dkim] : [spf];
  const noAnswers = asked.map((): RecordAnswer => ({ outcome: 'unanswered', found: [], detail: null }));
  const own = smtpUrls.some(isDirect) ? config.mx.sources.slice(0, SOURCES_MAX) : [];
  const noSources = own.map((source): SourceInDns => ({ ...source, names: late, addresses: late }));
  const [answers, policy, returnPathOrganization, host, sources] = await Promise.all([
    bounded(checkRecords(domain.name, asked, dns), noAnswers),
    bounded(findDmarcPolicy(domain.name, dns), late),
    bounded(findOrganizationalDomain(spf.name, dns), undefined),
    bounded(findHostInDns(config.mailHostname, dns), {
      mailHostname: config.mailHostname,
      addresses: late,
      named: [],
    }),
    bounded(findSourcesInDns(own, dns), noSources),
  ]);
  const [spfAnswer, dkimAnswer] = answers as [RecordAnswer, RecordAnswer?];
  return {
    returnPath: spf.name,
    spf: { ...spf, answer: spfAnswer },
    dkim: dkim && dkimAnswer && { ...dkim, answer: dkimAnswer },
    dmarc: { wanted: dmarc, answer: policy },
    returnPathOrganization,
    host,
    sources: own.length > 0 ? sources : undefined,
  };
}

/** The texts that a domain needs to send, also while sending is switched off; of the keys, the one that signs. */
function selectRecords(domain: Domain, keys: readonly DkimKey[], config: ComplianceDeps['config']) {
  const records = listDomainRecords({ ...domain, sendingEnabled: true }, keys, mailHostOf(config));
  const texts = records.filter(({ type }) => type === 'TXT');
  const [spf] = texts.filter(({ record }) => record === 'SPF');
  const [dkim] = texts.filter(({ record, neededFor }) => record === 'DKIM' && neededFor !== null);
  const [dmarc] = texts.filter(({ record }) => record === 'DMARC');
  if (!spf || !dmarc) throw new Error('Every domain that sends has records.');
  return { spf, dkim, dmarc };
}

/** Evaluates all rules in the order in which they are shown. */
function evaluateAll(
  answers: Answers,
  { name }: Domain,
  smtpUrls: readonly SmtpUrl[],
  { config, preferences }: ComplianceDeps,
): Record<Exclude<RuleName, 'complaint_rate'>, RuleVerdict> {
  const relays = smtpUrls.flatMap(({ smtpUrl }) => listRelays(smtpUrl, config.mailHostname));
  const spf = evaluateSpf(answers.spf);
  const dkim = evaluateDkim(answers.dkim);
  const dmarc = answers.dmarc.answer;
  return {
    spf,
    dkim,
    dmarc: evaluateDmarc(answers.dmarc.wanted, dmarc),
    alignment: evaluateAlignment(name, { ...answers, spf, dkim, dmarc }),
    tls: evaluateTls(relays),
    mail_hostname: evaluateMailHostname(answers.host),
    ptr: evaluateSenders(answers, relays),
    one_click_unsubscribe: evaluateOneClick(preferences.canOneClick),
  };
}

/** With sources of our own, they and the relays must have names. */
function evaluateSenders({ sources, host }: Answers, relays: readonly Relay[]): RuleVerdict {
  if (!sources) return evaluatePtr(host, relays);
  const verdict = evaluateSources(sources);
  const others = relays.filter(({ isDirect }) => !isDirect);
  return verdict.met === true && others.length > 0 ? evaluatePtr(host, others) : verdict;
}
