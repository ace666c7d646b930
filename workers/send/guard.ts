// Checks again what may have changed since an email was accepted, which is minutes ago for a first attempt, days for a
// late one and weeks for a scheduled email: domain, suppression list, production access. It also fails an email that
// kills its workers. Recipients that are stopped by such a change are refunded.
import { WORKER_DEATHS_MAX } from '../../shared/mail/retry-schedule.ts';
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import { suppressedAddress } from '../../shared/resources/emails/accept/drop-cause.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** Why this attempt must not be made; undefined if it may. */
export function guard(
  { email, recipient }: Attempt,
  simulatorDomains: readonly string[],
): AttemptEnd | undefined {
  if (!email.domain.isSendable) {
    return {
      result: 'failed',
      text: `The domain ${email.domain.name || 'of the sender'} can no longer send.`,
      isRefunded: true,
    };
  }
  if (isSimulatorAddress(recipient.address, simulatorDomains)) return undefined;
  if (recipient.suppression) {
    return {
      result: 'suppressed',
      text: suppressedAddress(recipient.address, recipient.suppression).message,
      isRefunded: true,
    };
  }
  if (recipient.isUnconfirmed) {
    return {
      result: 'failed',
      text: 'The account no longer has production access, and the address is not confirmed.',
      isRefunded: true,
    };
  }
  if (recipient.workerDeaths >= WORKER_DEATHS_MAX) {
    return { result: 'failed', text: 'Every worker process that tried to send this email has crashed.' };
  }
  return undefined;
}
