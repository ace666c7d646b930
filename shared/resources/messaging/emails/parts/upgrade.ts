// While a worker of the release before is alive, mail that it would not send as intended is refused for a moment: it
// would leave `{{{POLL}}}` and `{{{WEB_VERSION_URL}}}` in the message.
import { DomainError } from '../../../../contract/domain-error.ts';
import { placeholderOf } from '../../../../mail/recipient-links/recipient-links.ts';
import { RENEW_EVERY_MS } from '../../../../platform/config/config.ts';
import { knownToAllWorkers, notKnownToAll } from '../../../../platform/work/processes/known-to-all.ts';
import { leaseTimesOf } from '../../../../platform/work/processes/lease-times.ts';
import type { NewEmail } from '../email.ts';
import type { MailPart } from './mail-part.ts';

const RETRY_AFTER_SECONDS = 60;

/** The placeholder that templates render to. */
const WEB_VERSION = placeholderOf('WEB_VERSION_URL');

export const upgrade: MailPart = {
  name: 'upgrade',
  isIn: needsNewWorkers,
  asks: {
    queries() {
      const query = knownToAllWorkers('knows_polls', leaseTimesOf(RENEW_EVERY_MS).deadAfterMs);
      return [
        { ...query, answer: (rows) => ({ refusalOf: () => (query.answer(rows) ? undefined : refuse()) }) },
      ];
    },
  },
};

function needsNewWorkers({ poll, templateId, html, text }: NewEmail): boolean {
  if (poll) return true;
  return templateId !== null && [html, text].some((content) => content?.includes(WEB_VERSION));
}

function refuse(): DomainError {
  return new DomainError('sending_service_unavailable', notKnownToAll('polls and versions on the web'), {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
