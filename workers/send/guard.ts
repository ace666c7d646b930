// What may have changed since an email was accepted: minutes for a first try, days for a late one, weeks for a scheduled
// email; and whether the email is one that kills its workers. Whom the guard stops is not charged for.
import { WORKER_DEATHS_MAX } from '../../shared/mail/retry-schedule.ts';
import { isSimulatorAddress } from '../../shared/mail/simulator-address.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';

/** Why this attempt must not be made; undefined when it may. */
export function guard({ email, recipient }: Attempt, simulatorDomain: string): AttemptEnd | undefined {
  if (!email.domain.isSendable) {
    return {
      result: 'failed',
      text: `The domain ${email.domain.name || 'of the sender'} cannot send any more.`,
      isRefunded: true,
    };
  }
  if (isSimulatorAddress(recipient.address, simulatorDomain)) return undefined;
  if (recipient.isSuppressed) {
    return {
      result: 'suppressed',
      text: 'The address was suppressed after the email was accepted.',
      isRefunded: true,
    };
  }
  if (recipient.isStranger) {
    return {
      result: 'failed',
      text: 'The account has no production access any more, and the address is not confirmed.',
      isRefunded: true,
    };
  }
  if (recipient.workerDeaths >= WORKER_DEATHS_MAX) {
    return { result: 'failed', text: 'Each worker that held this email has died.' };
  }
  return undefined;
}
