// Plans one email: it is refused as a whole, or accepted with an initial state for each recipient. A pure function; the
// data that it needs was read for the whole group (check.ts).
import { DomainError } from '../../../contract/domain-error.ts';
import { addressKey, type Mailbox } from '../../../mail/addresses.ts';
import { isSimulatorAddress } from '../../../mail/simulator-address.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { SuppressionCause } from '../../suppressions/suppression.ts';
import type { EmailStatus, NewEmail, ParsedMailbox, RecipientKind } from '../email.ts';
import { isReservedDomain } from '../reserved-domains.ts';

/** A domain of the sender's account. */
export interface SenderDomain {
  id: string;
  name: string;
  /** The domain may send (shared/resources/domains/sending.ts). */
  isSendable: boolean;
}

/** The data that a plan depends on. */
export interface AcceptData {
  /** The From domain, if it belongs to the account. */
  domain: SenderDomain | undefined;
  /** Why an address is on the account's suppression list; undefined: it is not. */
  findSuppression(address: string): SuppressionCause | undefined;
  simulatorDomains: readonly string[];
}

/** A recipient as it will be stored. */
export interface PlannedRecipient {
  id: string;
  kind: RecipientKind;
  position: number;
  address: string;
  /** `pending`: not sent before the email is due. */
  state: Extract<EmailStatus, 'queued' | 'pending' | 'suppressed'>;
}

/** An email that will be stored. */
export interface PlannedEmail {
  email: NewEmail;
  domainId: string;
  messageId: string;
  recipients: PlannedRecipient[];
}

/**
 * Plans one email.
 * @returns the plan, or its refusal: `validation_error` for a From domain that may not send, or when no `to` recipient
 *   is left
 */
export function planEmail(email: NewEmail, facts: AcceptData, ids: Ids): PlannedEmail | DomainError {
  const { domain } = facts;
  const refusal = refuseSender(email, domain);
  if (refusal || !domain) return refusal ?? unverified(email.from.mailbox.domain);
  const recipients = planRecipients(email, facts, ids);
  if (!recipients.some(({ kind, state }) => kind === 'to' && state !== 'suppressed')) {
    return new DomainError('validation_error', 'All `to` recipients are suppressed. Nothing was sent.');
  }
  return { email, domainId: domain.id, messageId: `<${email.id}@${domain.name}>`, recipients };
}

function refuseSender(email: NewEmail, domain: SenderDomain | undefined): DomainError | undefined {
  if (!domain?.isSendable) return unverified(email.from.mailbox.domain);
  if (email.boundDomainId !== null && email.boundDomainId !== domain.id) {
    return new DomainError(
      'validation_error',
      'This API key may only send from the domain that it is bound to.',
    );
  }
  return undefined;
}

function unverified(domain: string): DomainError {
  return new DomainError(
    'validation_error',
    `The ${domain} domain is not verified. Please, add and verify your domain.`,
  );
}

/** Each address once over to, cc and bcc, in that order (docs/reference/emails.md#sender-and-recipients). */
function planRecipients(email: NewEmail, facts: AcceptData, ids: Ids): PlannedRecipient[] {
  const accepted = email.scheduledAt ? 'pending' : 'queued';
  const seen = new Set<string>();
  const plan: PlannedRecipient[] = [];
  const kinds: [RecipientKind, ParsedMailbox[]][] = [
    ['to', email.to],
    ['cc', email.cc],
    ['bcc', email.bcc],
  ];
  for (const [kind, mailboxes] of kinds) {
    for (const { mailbox } of mailboxes) {
      const key = addressKey(mailbox.address);
      if (seen.has(key)) continue;
      seen.add(key);
      const state = isDropped(mailbox, email, facts) ? 'suppressed' : accepted;
      plan.push({ id: ids.next(), kind, position: plan.length, address: mailbox.address, state });
    }
  }
  return plan;
}

/**
 * The suppression list does not apply to simulator addresses. The simulator works for immediate sends only, so
 * in a scheduled email its addresses are dropped (docs/reference/emails.md#dropped-recipients).
 */
function isDropped(
  { address, domain }: Mailbox,
  { scheduledAt }: NewEmail,
  { findSuppression, simulatorDomains }: AcceptData,
): boolean {
  if (isSimulatorAddress(address, simulatorDomains)) return scheduledAt !== null;
  return isReservedDomain(domain) || findSuppression(address) !== undefined;
}
