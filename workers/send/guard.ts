// Checks again what may have changed since an email was accepted, which is minutes ago for a first attempt, days for a
// late one and weeks for a scheduled email: domain, suppression list, opt-outs and unsubscribes, production access,
// reputation, the campaign. It also fails an email that kills its workers. Recipients that are stopped by such a change are refunded.
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

/** What the guard depends on. */
export interface GuardOptions {
  simulatorDomains: readonly string[];
  now: Date;
  random(): number;
  isSuspended(accountId: string): boolean;
  /** How the campaign of the email is stopped. */
  stopOf(email: LoadedEmail): CampaignStop | undefined;
}

/** Why this attempt must not be made; undefined if it may. Of what an account may not do, a notice may (notice.ts). */
export function guard({ email, recipient }: Attempt, options: GuardOptions): AttemptEnd | undefined {
  const { simulatorDomains, now } = options;
  // It is due when the account is resumed: rows of a suspended account are not woken.
  if (options.isSuspended(email.accountId))
    return { result: 'returned', text: 'The account is suspended.', nextAttemptAt: now, isUncharged: true };
  if (options.stopOf(email) === 'canceled')
    return { result: 'canceled', text: 'The campaign was canceled.', isRefunded: true };
  if (!email.domain.isSendable) {
    const { reason, message: text } = domainNotSendable(email.domain.name);
    return { result: 'failed', reason, text, isRefunded: true };
  }
  const { address, optOut } = recipient;
  const suppression = applyingSuppression(email, recipient.suppression, now);
  const isSimulated = isSimulatorAddress(address, simulatorDomains);
  if (suppression && !isSimulated) return drop(suppressedAddress(address, suppression));
  if (optOut) return drop(optedOutAddress(address, optOut));
  if (isSimulated) return holdBack({ email, recipient }, options);
  if (recipient.isUnconfirmed && !isNotice(email)) {
    return {
      result: 'failed',
      reason: 'recipient_not_confirmed',
      text: EMAIL_EVENT_REASONS.recipient_not_confirmed,
      isRefunded: true,
    };
  }
  if (recipient.workerDeaths >= WORKER_DEATHS_MAX) {
    return { result: 'failed', reason: 'workers_crashed', text: EMAIL_EVENT_REASONS.workers_crashed };
  }
  return holdBack({ email, recipient }, options);
}

/** A pause holds simulated mail too, so that it shows what becomes of other mail. */
function holdBack({ email, recipient }: Attempt, options: GuardOptions): AttemptEnd | undefined {
  // When it is resumed, its dispatch makes this mail due (shared/resources/flows/campaigns/dispatch/end.ts).
  if (options.stopOf(email) === 'paused')
    return {
      ...{ result: 'returned', text: 'The campaign is paused.' },
      ...{ nextAttemptAt: holdForPause(options), isUncharged: true },
    };
  const hold = findHold(email, recipient.isBeyondCapacity, options);
  if (!hold) return undefined;
  const { text, until, isPaused } = hold;
  if (until) return { result: 'returned', text, nextAttemptAt: until, isUncharged: isPaused };
  const message = `${text} ${EMAIL_EVENT_REASONS.reputation_paused}`;
  return { result: 'failed', reason: 'reputation_paused', text: message, isRefunded: true };
}

function drop({ reason, message: text }: DropCause): AttemptEnd {
  return { result: 'suppressed', reason, text, isRefunded: true };
}

function holdForPause({ now, random }: Pick<GuardOptions, 'now' | 'random'>): Date {
  return new Date(now.getTime() + HELD_FOR_MS * (1 + random()));
}
