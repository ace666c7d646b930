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

const WHAT_STANDS_STILL = `- It sends nothing: new mail is refused with reputation_paused (403), and other changes with validation_error.
- What it has queued, scheduled or started waits, uses up no try, and is not lost.
- Mail that comes in for it is put off: its senders try again for some days.
- It can still be read and exported.`;

function composeSuspension({ accountId, name, reason, suspendedAt }: SuspensionNotice) {
  const shown = shownName(name);
  const said = reason === null ? '' : `\n\nThe operator says: ${reason}`;
  return {
    subject: `Your account ${shown} is suspended`,
    text: `The operator of this service has suspended your account ${shown} on ${suspendedAt.toISOString()}.${said}

Account: ${shown} (${accountId})

While it is suspended:
${WHAT_STANDS_STILL}

Only the operator can resume it. All that waits then goes on, once.
`,
  };
}

function composeDeletion({ accountId, name, deletesAt }: SuspensionNotice) {
  const shown = shownName(name);
  const at = deletesAt?.toISOString() ?? 'now';
  return {
    subject: `Your account ${shown} will be deleted`,
    text: `Your account ${shown} is to be deleted with everything in it on ${at}.

Account: ${shown} (${accountId})

Until then it is suspended:
${WHAT_STANDS_STILL}

Until then it can be kept: by an owner in the dashboard, or with POST /account/keep, if an owner has asked for this; else by the operator of this service. After that nothing of it can be brought back.
`,
  };
}
