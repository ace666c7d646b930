// Checks again what may have changed since an email was accepted, which is minutes ago for a first attempt, days for a
// late one and weeks for a scheduled email: domain, suppression list, opt-outs and unsubscribes, production access. It
// also fails an email that kills its workers. Recipients that are stopped by such a change are refunded.
import { EMAIL_EVENT_REASONS } from '../../shared/contract/emails/reasons.ts';
import { WORKER_DEATHS_MAX } from '../../shared/mail/retry-schedule.ts';
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import {
  type DropCause,
  optedOutAddress,
  suppressedAddress,
} from '../../shared/resources/messaging/emails/accept/drop-cause.ts';
import { domainNotSendable } from '../../shared/resources/messaging/emails/events/cause.ts';
import { applyingSuppression, isNotice } from '../../shared/resources/messaging/emails/notices/notice.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** Why this attempt must not be made; undefined if it may. Of what an account may not do, a notice may (notice.ts). */
export function guard(
  { email, recipient }: Attempt,
  simulatorDomains: readonly string[],
  now: Date,
): AttemptEnd | undefined {
  if (!email.domain.isSendable) {
    const { reason, message: text } = domainNotSendable(email.domain.name);
    return { result: 'failed', reason, text, isRefunded: true };
  }
  const { address, optOut } = recipient;
  const suppression = applyingSuppression(email, recipient.suppression, now);
  const isSimulated = isSimulatorAddress(address, simulatorDomains);
  if (suppression && !isSimulated) return drop(suppressedAddress(address, suppression));
  if (optOut) return drop(optedOutAddress(address, optOut));
  if (isSimulated) return undefined;
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
  return undefined;
}

function drop({ reason, message: text }: DropCause): AttemptEnd {
  return { result: 'suppressed', reason, text, isRefunded: true };
}
