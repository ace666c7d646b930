// While a worker of the release before is alive, mail that it would not send as it is meant is refused for a moment: it would
// leave `{{{POLL}}}` and `{{{WEB_VERSION_URL}}}` in the message.
import { DomainError } from '../../../../../contract/domain-error.ts';
import { placeholderOf } from '../../../../../mail/recipient-links/recipient-links.ts';
import { RENEW_EVERY_MS } from '../../../../../platform/config/config.ts';
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { isKnownToAllWorkers, notKnownToAll } from '../../../../../platform/work/processes/known-to-all.ts';
import { leaseTimesOf } from '../../../../../platform/work/processes/lease-times.ts';
import type { NewEmail } from '../../email.ts';

const RETRY_AFTER_SECONDS = 60;

/** What templates render to. */
const WEB_VERSION = placeholderOf('WEB_VERSION_URL');

/** Whether an email has what such a worker does not know. */
export function needsNewWorkers({ poll, templateId, html, text }: NewEmail): boolean {
  if (poll) return true;
  return templateId !== null && [html, text].some((content) => content?.includes(WEB_VERSION));
}

/** The refusal of such mail; undefined: there is none, and nothing is asked where no email needs it. */
export async function findUpgradeRefusal(
  database: Queryable,
  emails: readonly NewEmail[],
): Promise<DomainError | undefined> {
  if (!emails.some(needsNewWorkers)) return undefined;
  const { deadAfterMs } = leaseTimesOf(RENEW_EVERY_MS);
  if (await isKnownToAllWorkers(database, 'knows_polls', deadAfterMs)) return undefined;
  return new DomainError('sending_service_unavailable', notKnownToAll('polls and versions on the web'), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
