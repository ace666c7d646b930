// A rule that large mailbox providers have for senders, judged for one domain. The providers publish their rules: Gmail as
// "Email sender guidelines", Yahoo as "Sender requirements", Microsoft as "Outlook's new requirements for high-volume
// senders". docs/deliverability.md says what each rule is for.
import type { COMPLIANCE_RULES, MAILBOX_PROVIDERS } from '../../../../contract/domains/values.ts';

export type RuleName = (typeof COMPLIANCE_RULES)[number];
export type RuleProvider = (typeof MAILBOX_PROVIDERS)[number];

/** The result of a rule. */
export interface RuleVerdict {
  /** Null: not known, for example because DNS did not answer. */
  met: boolean | null;
  /** The finding, and if the rule is not met, what to do: for people. */
  message: string;
}

/** A rule and how the domain stands. */
export interface ComplianceRule extends RuleVerdict {
  rule: RuleName;
  providers: readonly RuleProvider[];
}

/** The providers that have the rule. */
export const PROVIDERS_OF_RULE: Readonly<Record<RuleName, readonly RuleProvider[]>> = {
  spf: ['gmail', 'yahoo', 'microsoft'],
  dkim: ['gmail', 'yahoo', 'microsoft'],
  dmarc: ['gmail', 'yahoo', 'microsoft'],
  alignment: ['gmail', 'yahoo', 'microsoft'],
  tls: ['gmail'],
  mail_hostname: ['gmail', 'yahoo', 'microsoft'],
  ptr: ['gmail', 'yahoo', 'microsoft'],
  one_click_unsubscribe: ['gmail', 'yahoo'],
  complaint_rate: ['gmail', 'yahoo'],
};

export function met(message: string): RuleVerdict {
  return { met: true, message };
}

export function unmet(message: string): RuleVerdict {
  return { met: false, message };
}

export function unknown(message: string): RuleVerdict {
  return { met: null, message };
}
