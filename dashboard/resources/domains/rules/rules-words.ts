// The rules of large mailbox providers for a domain, in words: what they would do with its mail, and each rule by what it asks
// for. Broken rules come first, because something is to be done about them. Pure.
import type { DomainCompliance } from '../../../api/generated/types.ts';
import { listed } from '../missing-words.ts';

type Rule = DomainCompliance['rules'][number];
type Provider = Rule['providers'][number];

const PROVIDERS: Readonly<Record<Provider, string>> = {
  gmail: 'Gmail',
  yahoo: 'Yahoo',
  microsoft: 'Microsoft',
};

const TITLES: Readonly<Record<Rule['rule'], string>> = {
  spf: 'SPF allows this service to send',
  dkim: 'The signing key is in DNS',
  dmarc: 'A DMARC policy is published',
  alignment: 'SPF or DKIM matches the domain of the From address',
  tls: 'Mail is sent encrypted',
  mail_hostname: 'The mail server has a public name',
  ptr: 'The IP addresses of the mail server have a matching PTR record',
  one_click_unsubscribe: 'Recipients can unsubscribe with one click',
  complaint_rate: 'Few recipients report spam',
};

/** Without these a provider cannot identify the sender, so its behaviour is not known either. */
const OF_THE_SENDER: readonly Rule['rule'][] = ['spf', 'dkim', 'dmarc', 'alignment'];

/** The requirement of a rule. */
export function ruleTitle(rule: Rule['rule']): string {
  return TITLES[rule];
}

/** "Gmail and Yahoo": the providers with a rule. */
export function providerNames(providers: readonly Provider[]): string {
  return listed(providers.map((provider) => PROVIDERS[provider]));
}

/** How a rule is met, as `Status` shows it. */
export function ruleBadge({ met }: Pick<Rule, 'met'>): { status: string; label: string } {
  if (met === null) return { status: 'waiting', label: 'not known' };
  return met ? { status: 'verified', label: 'met' } : { status: 'failed', label: 'broken' };
}

/** Broken, not known, met; rules of a kind in the order of the API. */
export function sortedRules(rules: readonly Rule[]): Rule[] {
  const rank = ({ met }: Rule) => (met === false ? 0 : met === null ? 1 : 2);
  return [...rules].sort((one, other) => rank(one) - rank(other));
}

/** How the providers would treat mail of the domain. */
export function rulesVerdict(rules: readonly Rule[]): { kind: 'good' | 'bad' | 'info'; text: string } {
  const broken = rules.filter(({ met }) => met === false);
  const refusing = PROVIDER_IDS.filter((id) => broken.some(({ providers }) => providers.includes(id)));
  const counts = countWords(rules);
  if (broken.length > 0) {
    const taking = PROVIDER_IDS.filter((id) => !refusing.includes(id));
    const others = taking.length === 0 ? '' : ` ${providerNames(taking)} would accept it.`;
    const them = `${providerNames(refusing)} may refuse its mail or move it to spam`;
    return { kind: 'bad', text: `${them}: ${counts}.${others}` };
  }
  const all = providerNames(PROVIDER_IDS);
  if (rules.some(({ rule, met }) => met === null && OF_THE_SENDER.includes(rule)))
    return {
      kind: 'info',
      text: `DNS did not answer all lookups, so it is not known what ${all} would do: ${counts}.`,
    };
  return { kind: 'good', text: `${all} would accept its mail: ${counts}.` };
}

const PROVIDER_IDS = Object.keys(PROVIDERS) as Provider[];

/** "2 of 9 rules are broken, 6 are met, 1 is not known", "8 of 9 rules are met, 1 is not known". */
function countWords(rules: readonly Rule[]): string {
  const count = (met: Rule['met']) => rules.filter((rule) => rule.met === met).length;
  const kinds = [
    { count: count(false), word: 'broken' },
    { count: count(true), word: 'met' },
    { count: count(null), word: 'not known' },
  ].filter((kind) => kind.count > 0);
  return kinds
    .map(({ count: number, word }, index) => {
      const whole = index === 0 ? ` of ${rules.length} rules` : '';
      return `${number}${whole} ${number === 1 ? 'is' : 'are'} ${word}`;
    })
    .join(', ');
}
