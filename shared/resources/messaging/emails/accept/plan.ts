// Plans one email whose sender is allowed (refuse-senders.ts): it is refused as a whole, or accepted with an initial
// state for each recipient. A pure function; the data that it needs was read for the whole group (check.ts).
import { DomainError } from '../../../../contract/domain-error.ts';
import { addressKey } from '../../../../mail/addresses.ts';
import { isSimulatorAddress } from '../../../../mail/simulator-address.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import { utcDayOf } from '../../../../platform/time/utc-days.ts';
import type { InitialTurn } from '../../../../platform/work/turns/turns.ts';
import type { MeteredReputation } from '../../../foundation/reputation/metered-reputation.ts';
import type { EmailStatus, NewEmail, ParsedMailbox, RecipientKind } from '../email.ts';
import { isNotice } from '../notices/notice.ts';
import type { DomainTracking } from '../tracking/measures.ts';
import { type DropCause, type DropData, findDropCause } from './drop-cause.ts';

/** A domain of the sender's account. */
export interface SenderDomain extends MeteredReputation, DomainTracking {
  id: string;
  name: string;
  /** The domain may send (shared/resources/messaging/domains/senders/sending.ts). */
  isSendable: boolean;
}

/** The data that a plan depends on. */
export interface AcceptData extends DropData {
  /** The From domain, if it belongs to the account. */
  domain: SenderDomain | undefined;
  /** The reputation of the account, if it exists. */
  account: MeteredReputation | undefined;
  /** Why a part of the email is not accepted. */
  refusal: DomainError | undefined;
}

/** A recipient as it will be stored. */
export interface PlannedRecipient {
  id: string;
  kind: RecipientKind;
  position: number;
  address: string;
  /** `pending`: not sent before the email is due. */
  state: Extract<EmailStatus, 'queued' | 'pending' | 'suppressed'>;
  /** Where a queued recipient begins (delivery/shares.ts). */
  initialTurn: InitialTurn;
  /** Why it is dropped, with the state `suppressed`; undefined: it is not. */
  drop: DropCause | undefined;
  /** The UTC day in whose capacity it counts (reputation.ts); null: in none. */
  chargedOn: string | null;
}

/** An email that will be stored. */
export interface PlannedEmail {
  email: NewEmail;
  domain: SenderDomain;
  messageId: string;
  recipients: PlannedRecipient[];
}

/**
 * Plans one email.
 * @returns the plan, or its refusal: that of a part (parts/list.ts), `validation_error` when no `to` recipient is left,
 *   for mail that arrived by SMTP, no recipient
 */
export function planEmail(email: NewEmail, facts: AcceptData, ids: Ids): PlannedEmail | DomainError {
  const { domain } = facts;
  if (!domain) throw new Error('An email is planned although its sender is not allowed.');
  if (facts.refusal) return facts.refusal;
  const recipients = planRecipients(email, facts, ids);
  const needed = recipients.filter(({ kind }) => kind === 'to' || email.source === 'smtp');
  if (needed.every(({ drop }) => drop)) return allRecipientsDropped(email, needed);
  const messageId = email.messageId ?? `<${email.id}@${domain.name}>`;
  return { email, domain, messageId, recipients };
}

/** Each address once over to, cc and bcc, in that order (docs/reference/emails.md#sender-and-recipients). */
function planRecipients(email: NewEmail, facts: AcceptData, ids: Ids): PlannedRecipient[] {
  const accepted = email.scheduledAt ? 'pending' : 'queued';
  const day = capacityDayOf(email, facts);
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
      const drop = findDropCause(mailbox, email, facts);
      const state = drop ? 'suppressed' : accepted;
      const { address } = mailbox;
      const position = plan.length;
      const isCharged = day !== null && !drop && !isSimulatorAddress(address, facts.simulatorDomains);
      const chargedOn = isCharged ? day : null;
      plan.push({ id: ids.next(), kind, position, address, state, drop, chargedOn, initialTurn: 'first' });
    }
  }
  return plan;
}

/** The day in whose capacities an email counts; null: in none, because there are none, or it is a notice. */
function capacityDayOf(email: NewEmail, { domain, account }: AcceptData): string | null {
  const hasCapacity = [domain, account].some((sender) => (sender?.watched?.capacity ?? null) !== null);
  return hasCapacity && !isNotice(email) ? utcDayOf(email.scheduledAt ?? email.createdAt) : null;
}

/**
 * Recipients that a refusal explains with all facts; the others are named by their address and the kind of their cause.
 * A batch may have 5,000 recipients, and the answer must not be many times as large as the request.
 */
const EXPLAINED_MAX = 10;

/** The refusal of an email whose recipients are all dropped, with the cause of each and the first one's reason. */
function allRecipientsDropped({ source }: NewEmail, recipients: readonly PlannedRecipient[]): DomainError {
  const dropped = recipients.flatMap(({ address, drop }) => (drop ? [{ address, ...drop }] : []));
  const explained = dropped.slice(0, EXPLAINED_MAX).map(({ message }) => message);
  const named = describeOthers(dropped.slice(EXPLAINED_MAX));
  const words = `All ${source === 'smtp' ? '' : '`to` '}recipients are suppressed. The email was not sent.`;
  const [first] = dropped;
  return new DomainError('validation_error', [words, ...explained, ...named].join(' '), {
    ...(first && { reason: first.reason }),
    causes: dropped,
  });
}

const OTHERS: Readonly<Record<DropCause['reason'], string>> = {
  suppressed_address: 'Also on the suppression list',
  reserved_domain: 'Also on a reserved domain',
  simulator_scheduled: 'Also addresses of the simulator',
  unsubscribed: 'Also unsubscribed from everything',
  topic_opted_out: 'Also not subscribed to the topic',
};

function describeOthers(dropped: readonly { address: string; reason: DropCause['reason'] }[]): string[] {
  return Object.entries(OTHERS).flatMap(([reason, words]) => {
    const addresses = dropped.filter((other) => other.reason === reason).map(({ address }) => address);
    return addresses.length > 0 ? [`${words}: ${addresses.join(', ')}.`] : [];
  });
}
