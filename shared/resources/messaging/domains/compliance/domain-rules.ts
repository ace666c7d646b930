// The rules that a domain itself meets by its DNS records: SPF, DKIM, DMARC, and that one of the first two authenticates
// the domain of the From address (alignment).
import type { DmarcAnswer } from '../../../../mail/domains/dmarc.ts';
import type { DomainRecord } from '../records/dns-records.ts';
import type { RecordAnswer } from '../records/record-answer.ts';
import { met, type RuleVerdict, unknown, unmet } from './rule.ts';

/** @param record the SPF record of the return path, and what DNS has of it */
export function evaluateSpf(record: AskedRecord): RuleVerdict {
  return evaluateRecord(record, `The SPF record of ${record.name} allows the servers of this service.`);
}

/** @param record the record of the key that signs; undefined: there is no key (docs/backup.md#secret_key) */
export function evaluateDkim(record: AskedRecord | undefined): RuleVerdict {
  if (!record) return unmet('The domain has no key. Ask the operator of this service to create a new one.');
  return evaluateRecord(record, `Mail is signed with the key at ${record.name}.`);
}

/** A record of the domain, with what DNS has of it. */
export interface AskedRecord extends Pick<DomainRecord, 'name' | 'value'> {
  answer: RecordAnswer;
}

function evaluateRecord({ name, value, answer }: AskedRecord, isGood: string): RuleVerdict {
  if (answer.outcome === 'unanswered')
    return unknown(`DNS did not answer for ${name}. Try again in a minute.`);
  if (answer.outcome === 'good') return met(isGood);
  return unmet(`${answer.detail ?? `${name} is wrong.`} Publish this TXT record at ${name}: ${value}`);
}

/**
 * Any policy will do: the providers ask for a record, and the owner decides what it asks of receivers.
 * @param record what we propose
 */
export function evaluateDmarc(
  { name, value }: Pick<DomainRecord, 'name' | 'value'>,
  answer: DmarcAnswer,
): RuleVerdict {
  switch (answer.kind) {
    case 'unanswered':
      return unknown(`DNS did not answer for ${name}. Try again in a minute.`);
    case 'absent':
      return unmet(
        `There is no DMARC record at ${name} or a parent domain. Publish this TXT record at ${name}: ${value}`,
      );
    case 'invalid':
      return unmet(
        `Receivers cannot read the policy of the DMARC record at ${answer.name}. Set it to p=none, p=quarantine or p=reject.`,
      );
    case 'found':
      return met(`${describePolicy(answer)} ${adviceOn(answer)}`.trim());
  }
}

type FoundPolicy = Extract<DmarcAnswer, { kind: 'found' }>;

function describePolicy({ name, policy, isTest }: FoundPolicy): string {
  const tested = isTest ? ', in test mode (t=y)' : '';
  return `The DMARC record at ${name} has the policy ${policy}${tested}.`;
}

/** A policy of `none` meets every rule, and protects no one. */
function adviceOn({ policy }: FoundPolicy): string {
  return policy === 'none'
    ? 'Once its reports show that all your mail passes, change the policy to quarantine.'
    : '';
}

/** The facts about the two names that a receiver compares with the From domain. */
export interface Alignment {
  returnPath: string;
  spf: RuleVerdict;
  dkim: RuleVerdict;
  dmarc: DmarcAnswer;
  /** The organizational domain of the return path; undefined: DNS did not answer. */
  returnPathOrganization: string | undefined;
}

/**
 * One authenticated name must be aligned with the From domain (RFC 9989 §4.4). Signatures are made for the From domain
 * itself, so a valid one always is, in the strict mode too.
 * @param name of the domain
 */
export function evaluateAlignment(name: string, alignment: Alignment): RuleVerdict {
  const { returnPath, spf, dkim } = alignment;
  const isSpfAligned = isReturnPathAligned(alignment);
  const spfAlso = isSpfAligned
    ? ` The return path ${returnPath} is also aligned.`
    : ` SPF alone would not be enough: ${returnPath} is not aligned.`;
  if (dkim.met) return met(`DKIM signs for ${name}, the From domain.${isSpfAligned === null ? '' : spfAlso}`);
  if (spf.met && isSpfAligned)
    return met(`The return path ${returnPath} is aligned with the From domain ${name}.`);
  if (dkim.met === null || (spf.met !== false && isSpfAligned !== false))
    return unknown(`DNS did not answer about the authentication of ${name}. Try again in a minute.`);
  return unmet(
    `Neither DKIM nor SPF authenticates the From domain ${name}. Publish the record of the rule dkim first; it is enough.`,
  );
}

/** Null: DNS did not answer. */
function isReturnPathAligned({ dmarc, returnPathOrganization }: Alignment): boolean | null {
  if (dmarc.kind === 'unanswered') return null;
  // The return path is below the domain, never the domain itself.
  if (dmarc.kind === 'found' && dmarc.strict.spf) return false;
  // Without a record there is nothing to be aligned for; with one at the domain the return path would be.
  if (dmarc.kind !== 'found') return true;
  if (dmarc.organizationalDomain === null || returnPathOrganization === undefined) return null;
  return returnPathOrganization === dmarc.organizationalDomain;
}
