// Notifies owners by email when their account was suspended, by an operator or because it will be deleted: once.
import { markNotified } from '../../shared/platform/work/suspensions/suspension.ts';
import {
  findSuspensionNotices,
  type SuspensionNotice,
} from '../../shared/resources/foundation/accounts/notices/suspension-notices.ts';
import { type CompanionKind, companionOf } from '../../shared/resources/messaging/emails/accept/companion.ts';
import { NOTICES_MAX, type Notice, sendNotices } from '../../shared/resources/people/notices/send.ts';
import { shownName } from '../../shared/resources/people/one-time-links/texts/shown-name.ts';
import type { JobDeps } from '../runtime/job.ts';
import { withAcceptor } from './with-acceptor.ts';

const ENDING: CompanionKind<SuspensionNotice> = { write: markNotified };

/** Sends the notices that are due. */
export async function notifyOfSuspensions(deps: JobDeps): Promise<void> {
  const { database } = deps;
  const due = await findSuspensionNotices(database, NOTICES_MAX);
  const toNotice = (notice: SuspensionNotice): Notice => ({
    ...(notice.cause === 'deletion' ? composeDeletion(notice) : composeSuspension(notice)),
    ownerAddresses: notice.ownerAddresses,
    about: { account: notice.accountId },
    companion: companionOf(ENDING, notice),
    end: async () => void (await markNotified(database, [notice])),
  });
  await sendNotices(withAcceptor(deps), due.map(toNotice));
}

const WHAT_STANDS_STILL = `- It sends nothing. New mail is refused with reputation_paused (403), and other changes with validation_error.
- Everything that is queued, scheduled or in progress waits. It uses no retries and is not lost.
- Incoming mail is deferred, and its senders retry for a few days.
- You can still read and export its data.`;

function composeSuspension({ accountId, name, reason, suspendedAt }: SuspensionNotice) {
  const shown = shownName(name);
  const said = reason === null ? '' : `\n\nThe operator says: ${reason}`;
  return {
    subject: `Your account ${shown} is suspended`,
    text: `The operator of this service suspended your account ${shown} on ${suspendedAt.toISOString()}.${said}

Account: ${shown} (${accountId})

While it is suspended:
${WHAT_STANDS_STILL}

Only the operator can resume it. Pending work then continues.
`,
  };
}

function composeDeletion({ accountId, name, deletesAt }: SuspensionNotice) {
  const shown = shownName(name);
  const at = deletesAt?.toISOString() ?? 'now';
  return {
    subject: `Your account ${shown} will be deleted`,
    text: `Your account ${shown} and everything in it will be deleted on ${at}.

Account: ${shown} (${accountId})

Until then it is suspended:
${WHAT_STANDS_STILL}

Until then you can cancel the deletion. If an owner requested it, any owner can cancel it in the dashboard or with POST /account/keep; otherwise only the operator of this service can. After that, nothing can be restored.
`,
  };
}
