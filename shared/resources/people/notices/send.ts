// Mails notices of the service to the people who are responsible for an account. A recurring task calls it periodically, so
// a notice that cannot be sent now is retried. A notice is marked as done in the transaction that stores its email, so it
// is sent once.
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { findOperatorSender, type OperatorSender } from '../../messaging/domains/senders/operator-sender.ts';
import type { Companion } from '../../messaging/emails/accept/companion.ts';
import { type SubmitNoticeDeps, submitNotice } from './submit.ts';

/** Notices per run. */
export const NOTICES_MAX = 100;

/** Dependencies of sending notices. */
export interface SendNoticesDeps extends SubmitNoticeDeps {
  database: Database;
  ids: Ids;
  log: Logger;
}

/** An email to the owners of an account. */
export interface Notice {
  /** Empty: the account has no person with a confirmed address, so no one can be notified. */
  ownerAddresses: readonly string[];
  subject: string;
  text: string;
  /** The subject, for our log. */
  about: object;
  /** Marks the notice as done, with its email. */
  companion: Companion;
  /** Marks the notice as done without an email. */
  end(): Promise<void>;
}

/** Sends notices. Owners who cannot be mailed at all are not tried again. @throws errors that may pass */
export async function sendNotices(deps: SendNoticesDeps, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const sender = await findOperatorSender(deps.database);
  if (!sender) {
    deps.log.warn('owners cannot be notified: the oldest account has no domain that can send');
    return;
  }
  for (const notice of notices) await sendNotice(deps, sender, notice);
}

async function sendNotice(deps: SendNoticesDeps, sender: OperatorSender, notice: Notice): Promise<void> {
  const { ownerAddresses, about, subject, text, companion, end } = notice;
  if (ownerAddresses.length === 0) {
    deps.log.warn(about, 'an account has no owner to notify');
    return await end();
  }
  const mail = { id: deps.ids.next(), to: ownerAddresses, subject, text, html: null, companion };
  const outcome = await submitNotice(deps, sender, mail);
  if (outcome.kind === 'passing') throw outcome.refusal;
  if (outcome.kind !== 'refused') return;
  deps.log.warn({ err: outcome.refusal, ...about }, 'the owners of an account cannot be mailed');
  await end();
}
