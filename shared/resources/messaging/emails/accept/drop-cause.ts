// Why a recipient is dropped: it is on the suppression list, at a reserved domain, a simulator address in a scheduled
// email, or does not want mail of the topic or of automations (docs/reference/emails.md#dropped-recipients). Each cause is one sentence
// with its facts and the way out; the refusal of an email, the suppressed event and the check before each attempt
// (workers/send/guard.ts) say the same.

import { DomainError, type RefusalReason } from '../../../../contract/domain-error.ts';
import type { EmailEventReason } from '../../../../contract/emails/reasons.ts';
import { addressKey, type Mailbox } from '../../../../mail/addresses.ts';
import { isReservedDomain } from '../../../../mail/domains/reserved-domains.ts';
import { isSimulatorAddress } from '../../../../mail/simulator-address.ts';
import type { SuppressionCause } from '../../../audience/suppressions/suppression.ts';
import type { OptOut } from '../../../audience/topics/choices/opted-out.ts';
import type { NewEmail, ParsedMailbox } from '../email.ts';

/** Why a recipient is dropped, for programs and for people. */
export interface DropCause {
  reason: Extract<
    EmailEventReason & RefusalReason,
    'suppressed_address' | 'reserved_domain' | 'simulator_scheduled' | 'unsubscribed' | 'topic_opted_out'
  >;
  /** Names the address and says what to do. */
  message: string;
  /** For `suppressed_address`. */
  suppression?: SuppressionCause;
}

/** The domains at which addresses are simulated. */
export interface SimulatedDomains {
  /** At least one. */
  simulatorDomains: readonly string[];
  /** One of them, in development only: it may also be the From domain, and its addresses may be scheduled. */
  developmentDomain?: string | undefined;
}

/** The data that decides whether an address is dropped. */
export interface DropData extends SimulatedDomains {
  /** Why an address is on the account's suppression list; undefined: it is not. */
  findSuppression(address: string): SuppressionCause | undefined;
  /** Why an address does not want the email; undefined: it does, or the email has no unsubscribe links. */
  findOptOut(address: string): OptOut | undefined;
}

/** A server may send a reply of 2,000 characters, and an email has up to 150 recipients. */
const REPLY_MAX_LENGTH = 200;

/** Why a recipient of an email is dropped; undefined: it is not. Simulator addresses can opt out of topics too. */
export function findDropCause(
  mailbox: Mailbox,
  { scheduledAt }: Pick<NewEmail, 'scheduledAt'>,
  data: DropData,
): DropCause | undefined {
  const { address } = mailbox;
  const undeliverable = findUndeliverable(mailbox, scheduledAt, data);
  if (undeliverable) return undeliverable;
  const optOut = data.findOptOut(address);
  return optOut && optedOutAddress(address, optOut);
}

/**
 * The suppression list does not apply to simulator addresses. The simulator works for immediate sends only, so a
 * scheduled email drops them, except those of the development domain.
 */
function findUndeliverable(
  { address, domain }: Mailbox,
  scheduledAt: Date | null,
  { findSuppression, simulatorDomains, developmentDomain }: DropData,
): DropCause | undefined {
  if (isSimulatorAddress(address, simulatorDomains))
    return scheduledAt && domain !== developmentDomain ? simulatorScheduled(address) : undefined;
  if (isReservedDomain(domain)) return reservedDomain(address, scheduledAt ? undefined : simulatorDomains[0]);
  const suppression = findSuppression(address);
  return suppression && suppressedAddress(address, suppression);
}

function simulatorScheduled(address: string): DropCause {
  return {
    reason: 'simulator_scheduled',
    message: `${address} is a simulator address. The simulator works only for immediate sends: remove \`scheduled_at\`.`,
  };
}

function reservedDomain(address: string, simulatorDomain: string | undefined): DropCause {
  const simulator = simulatorDomain ? `, or the simulator: delivered@${simulatorDomain}` : '';
  return {
    reason: 'reserved_domain',
    message: `${address} is on a domain that is reserved for documentation and tests. Use a real address${simulator}.`,
  };
}

/**
 * Refuses recipients at reserved domains, where a send does not drop them: only POST /emails and POST /emails/batch do.
 * @throws DomainError `reserved_recipient`
 */
export function refuseReservedRecipients(
  recipients: readonly ParsedMailbox[],
  simulatorDomains: readonly string[],
): void {
  for (const { mailbox } of recipients) {
    if (isSimulatorAddress(mailbox.address, simulatorDomains) || !isReservedDomain(mailbox.domain)) continue;
    throw new DomainError(
      'reserved_recipient',
      `${mailbox.address} is on a domain that is reserved for documentation and tests. Nothing was sent.`,
    );
  }
}

/** The cause of an address on the suppression list. */
export function suppressedAddress(address: string, suppression: SuppressionCause): DropCause {
  const since = suppression.since.toISOString();
  const purpose =
    suppression.origin === 'complaint' ? 'If its owner wants mail again' : 'To send to it again';
  return {
    reason: 'suppressed_address',
    suppression,
    message: `${address} has been on the suppression list since ${since}, because ${originOf(suppression)}. ${purpose}, use DELETE /suppressions/${segmentOf(address)} with a full-access key.`,
  };
}

function originOf({ origin, emailId, smtpReply, reportId }: SuppressionCause): string {
  if (origin === 'manual') return 'it was added manually';
  const email = emailId === null ? 'an email' : `email ${emailId}`;
  const proof = [
    ...(origin === 'bounce' && smtpReply !== null ? [shorten(smtpReply)] : []),
    ...(reportId === null ? [] : [`report ${reportId}`]),
  ];
  const words = origin === 'complaint' ? `its owner reported ${email} as spam` : `${email} to it bounced`;
  return proof.length === 0 ? words : `${words} (${proof.join('; ')})`;
}

/** Cuts between code points: PostgreSQL refuses a lone surrogate (docs/architecture/guarantees.md#text). */
function shorten(reply: string): string {
  const characters = [...reply];
  return characters.length <= REPLY_MAX_LENGTH ? reply : `${characters.slice(0, REPLY_MAX_LENGTH).join('')}…`;
}

/** The cause of an address that does not want mail of the topic. */
export function optedOutAddress(address: string, { from, topicName, decision }: OptOut): DropCause {
  const isFromAll = from === 'everything';
  const topic = topicName === null ? 'the topic' : `the topic "${topicName}"`;
  const state = isFromAll ? 'has been unsubscribed from everything' : `has been opted out of ${topic}`;
  const fact = decision
    ? `${state} since ${decision.since.toISOString()}, by ${decision.by === 'person' ? 'its owner' : 'the account'}`
    : `has not opted in to ${topic}, which only reaches addresses that have`;
  const way = isFromAll ? ' with `unsubscribed: false` and' : '/topics with';
  return {
    reason: isFromAll ? 'unsubscribed' : 'topic_opted_out',
    message: `${address} ${fact}. If its owner wants this mail, they can subscribe on the preference page, or use PATCH /contacts/${segmentOf(address)}${way} a full-access key.`,
  };
}

/** An address in a path. A local part may contain `/`, `?`, `#` and `%`; `@` and `+` stay, as people write them. */
function segmentOf(address: string): string {
  return encodeURIComponent(addressKey(address)).replaceAll('%40', '@').replaceAll('%2B', '+');
}
