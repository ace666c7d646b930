// While a worker of the release before is alive, mail that it would not send as it is meant is refused for a moment: it would
// leave `{{{POLL}}}` in the message.
import { DomainError } from '../../../../../contract/domain-error.ts';
import { RENEW_EVERY_MS } from '../../../../../platform/config/config.ts';
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { isKnownToAllWorkers, notKnownToAll } from '../../../../../platform/work/processes/known-to-all.ts';
import { leaseTimesOf } from '../../../../../platform/work/processes/lease-times.ts';
import type { NewEmail } from '../../email.ts';

const RETRY_AFTER_SECONDS = 60;

/** The refusal of mail with a poll; undefined: there is none, and nothing is asked where no email has a poll. */
export async function findUpgradeRefusal(
  database: Queryable,
  emails: readonly NewEmail[],
): Promise<DomainError | undefined> {
  if (emails.every(({ poll }) => !poll)) return undefined;
  const { deadAfterMs } = leaseTimesOf(RENEW_EVERY_MS);
  if (await isKnownToAllWorkers(database, 'knows_polls', deadAfterMs)) return undefined;
  return new DomainError('sending_service_unavailable', notKnownToAll('polls'), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
