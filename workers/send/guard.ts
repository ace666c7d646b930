// The conditions under which a mail must not be sent. They may have become true since it was accepted: minutes ago for
// a first attempt, days for a late one, weeks for a scheduled email. They are one list, in the order in which they
// count. A notice may do what an account may not (notice.ts). Recipients that are stopped by such a change are
// refunded.
import { EMAIL_EVENT_REASONS } from '../../shared/contract/emails/reasons.ts';
import { WORKER_DEATHS_MAX } from '../../shared/mail/retry-schedule.ts';
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import type { CampaignStop } from '../../shared/resources/flows/campaigns/dispatch/stopped-campaigns.ts';
import {
  type DropCause,
  optedOutAddress,
  suppressedAddress,
} from '../../shared/resources/messaging/emails/accept/drop-cause.ts';
import { findHold, HELD_FOR_MS } from '../../shared/resources/messaging/emails/delivery/held/held-mail.ts';
import type { LoadedEmail } from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import { domainNotSendable } from '../../shared/resources/messaging/emails/events/cause.ts';
import { applyingSuppression, isNotice } from '../../shared/resources/messaging/emails/notices/notice.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** The facts that the conditions read besides the attempt. */
export interface GuardOptions {
  simulatorDomains: readonly string[];
  now: Date;
  random(): number;
  isSuspended(accountId: string): boolean;
  /** How the campaign of the email is stopped. */
  stopOf(email: LoadedEmail): CampaignStop | undefined;
}

/** A condition. */
interface Condition {
  /** Whether it reads only the memory of the process, so that it is checked at each moment (may-send.ts). */
  isInMemory?: true;
  /** Mail to the simulator, which is never sent, ends as other mail does here. */
  isOfSimulated: boolean;
  /** @returns how the attempt ends, which is not made; undefined: it may be */
  find(attempt: Attempt, options: GuardOptions): AttemptEnd | undefined;
}

const CONDITIONS: readonly Condition[] = [
  { isInMemory: true, isOfSimulated: true, find: accountIsSuspended },
  { isInMemory: true, isOfSimulated: true, find: campaignWasCanceled },
  { isOfSimulated: true, find: domainIsNotSendable },
  { isOfSimulated: false, find: addressIsSuppressed },
  { isOfSimulated: true, find: personHasOptedOut },
  { isOfSimulated: false, find: addressIsNotConfirmed },
  { isOfSimulated: false, find: workersHaveCrashed },
  // A pause holds simulated mail too, so that it shows what becomes of other mail.
  { isInMemory: true, isOfSimulated: true, find: campaignIsPaused },
  { isOfSimulated: true, find: senderIsHeld },
];
const IN_MEMORY = CONDITIONS.filter(({ isInMemory }) => isInMemory);

/** Why this attempt must not be made; undefined if it may. */
export function guard(attempt: Attempt, options: GuardOptions): AttemptEnd | undefined {
  return firstOf(CONDITIONS, attempt, options);
}

/** The same by what the process knows in memory. */
export function guardInMemory(attempt: Attempt, options: GuardOptions): AttemptEnd | undefined {
  return firstOf(IN_MEMORY, attempt, options);
}

function firstOf(
  conditions: readonly Condition[],
  attempt: Attempt,
  options: GuardOptions,
): AttemptEnd | undefined {
  const isSimulated = isSimulatorAddress(attempt.recipient.address, options.simulatorDomains);
  for (const { isOfSimulated, find } of conditions) {
    const end = isSimulated && !isOfSimulated ? undefined : find(attempt, options);
    if (end) return end;
  }
  return undefined;
}

/** The mail is due when the account is resumed: rows of a suspended account are not woken. */
function accountIsSuspended({ email }: Attempt, { isSuspended, now }: GuardOptions): AttemptEnd | undefined {
  if (!isSuspended(email.accountId)) return undefined;
  return { result: 'returned', text: 'The account is suspended.', nextAttemptAt: now, isUncharged: true };
}

function campaignWasCanceled({ email }: Attempt, { stopOf }: GuardOptions): AttemptEnd | undefined {
  if (stopOf(email) !== 'canceled') return undefined;
  return { result: 'canceled', text: 'The campaign was canceled.', isRefunded: true };
}

function domainIsNotSendable({ email: { domain } }: Attempt): AttemptEnd | undefined {
  if (domain.isSendable) return undefined;
  const { reason, message: text } = domainNotSendable(domain.name);
  return { result: 'failed', reason, text, isRefunded: true };
}

function addressIsSuppressed({ email, recipient }: Attempt, { now }: GuardOptions): AttemptEnd | undefined {
  const suppression = applyingSuppression(email, recipient.suppression, now);
  return suppression && drop(suppressedAddress(recipient.address, suppression));
}

function personHasOptedOut({ recipient: { address, optOut } }: Attempt): AttemptEnd | undefined {
  return optOut && drop(optedOutAddress(address, optOut));
}

function addressIsNotConfirmed({ email, recipient }: Attempt): AttemptEnd | undefined {
  if (!recipient.isUnconfirmed || isNotice(email)) return undefined;
  const reason = 'recipient_not_confirmed';
  return { result: 'failed', reason, text: EMAIL_EVENT_REASONS[reason], isRefunded: true };
}

/** A message that kills its workers would do so for ever. */
function workersHaveCrashed({ recipient }: Attempt): AttemptEnd | undefined {
  if (recipient.workerDeaths < WORKER_DEATHS_MAX) return undefined;
  return { result: 'failed', reason: 'workers_crashed', text: EMAIL_EVENT_REASONS.workers_crashed };
}

/** When it is resumed, its dispatch makes this mail due (shared/resources/flows/campaigns/dispatch/end.ts). */
function campaignIsPaused({ email }: Attempt, { stopOf, now, random }: GuardOptions): AttemptEnd | undefined {
  if (stopOf(email) !== 'paused') return undefined;
  const nextAttemptAt = new Date(now.getTime() + HELD_FOR_MS * (1 + random()));
  return { result: 'returned', text: 'The campaign is paused.', nextAttemptAt, isUncharged: true };
}

/** The sender is held because of its reputation, or beyond a capacity. */
function senderIsHeld({ email, recipient }: Attempt, options: GuardOptions): AttemptEnd | undefined {
  const hold = findHold(email, recipient.isBeyondCapacity, options);
  if (!hold) return undefined;
  const { text, until, isPaused } = hold;
  if (until) return { result: 'returned', text, nextAttemptAt: until, isUncharged: isPaused };
  const message = `${text} ${EMAIL_EVENT_REASONS.reputation_paused}`;
  return { result: 'failed', reason: 'reputation_paused', text: message, isRefunded: true };
}

function drop({ reason, message: text, suppression }: DropCause): AttemptEnd {
  return { result: 'suppressed', reason, text, suppression, isRefunded: true };
}
