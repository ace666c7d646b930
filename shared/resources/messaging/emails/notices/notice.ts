// Notices: the service's own mail, with the source `notice`, such as invitations, resets and mail to the owners of an
// account. They are accepted for the account of the operator, but they are not its mail: the limits of an account do
// not apply to them. Otherwise an entry on the operator's suppression list would lock out people of other accounts.
// Only a pause of all sending and a provider that refuses us hold them too.
import { DAY_MS } from '../../../../platform/time/durations.ts';
import type { SuppressionCause } from '../../../audience/suppressions/suppression.ts';
import type { NewEmail } from '../email.ts';

/** For how long no notice is sent to an address that has bounced. */
const BOUNCE_COUNTS_MS = DAY_MS;

/** Whether an email is a notice: no quota, sandbox, opt-out or suppression applies, and it is not charged. */
export function isNotice({ source }: Pick<NewEmail, 'source'>): boolean {
  return source === 'notice';
}

/** The entry of the suppression list that keeps an email from an address; undefined: none does. */
export function applyingSuppression(
  email: Pick<NewEmail, 'source'>,
  suppression: SuppressionCause | undefined,
  now: Date,
): SuppressionCause | undefined {
  if (!suppression || !isNotice(email)) return suppression;
  const { bouncedAt } = suppression;
  const isRecent = bouncedAt !== null && now.getTime() - bouncedAt.getTime() < BOUNCE_COUNTS_MS;
  return isRecent ? suppression : undefined;
}
