// Notifies owners by email when a domain or their account is warned or paused because of bounces or complaints, or because
// an operator has paused it: once a change.
import {
  endAccountNotices,
  findAccountNotices,
} from '../../shared/resources/foundation/accounts/notices/reputation-notices.ts';
import type { ReputationNotice } from '../../shared/resources/foundation/reputation/notices.ts';
import {
  endDomainNotices,
  findDomainNotices,
} from '../../shared/resources/messaging/domains/reputation/notices.ts';
import { type CompanionKind, companionOf } from '../../shared/resources/messaging/emails/accept/companion.ts';
import { NOTICES_MAX, type Notice, sendNotices } from '../../shared/resources/people/notices/send.ts';
import type { JobDeps } from '../runtime/job.ts';
import { composeReputationNotice, type NoticeSubject } from './reputation-texts.ts';
import { withAcceptor } from './with-acceptor.ts';

const OF_DOMAINS: CompanionKind<ReputationNotice> = { write: endDomainNotices };
const OF_ACCOUNTS: CompanionKind<ReputationNotice> = { write: endAccountNotices };

/** Sends the notices that are due. */
export async function notifyOfReputations(deps: JobDeps): Promise<void> {
  const { database } = deps;
  const toNotice = (
    subject: NoticeSubject,
    ending: CompanionKind<ReputationNotice>,
    end: typeof endDomainNotices,
  ) => {
    return (notice: ReputationNotice): Notice => ({
      ...composeReputationNotice(subject, notice),
      ownerAddresses: notice.ownerAddresses,
      about: { [subject]: notice.id },
      companion: companionOf(ending, notice),
      end: async () => void (await end(database, [notice])),
    });
  };
  const domains = await findDomainNotices(database, NOTICES_MAX);
  const accounts = await findAccountNotices(database, NOTICES_MAX);
  await sendNotices(withAcceptor(deps), [
    ...accounts.map(toNotice('account', OF_ACCOUNTS, endAccountNotices)),
    ...domains.map(toNotice('domain', OF_DOMAINS, endDomainNotices)),
  ]);
}
