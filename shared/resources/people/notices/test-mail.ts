// Submits the test mail of operators (`send-test`): a notice of the service to any address, so that it takes the path that all
// mail takes, whatever the quota and the sandbox of the operator's account are. Its audit event is stored with it.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { type NewAuditEvent, recordAuditEvent } from '../../foundation/audit-events/record.ts';
import { findSendingBlockedReason } from '../../foundation/sending/blocked-reason.ts';
import { findOperatorSender } from '../../messaging/domains/senders/operator-sender.ts';
import { type CompanionKind, companionOf } from '../../messaging/emails/accept/companion.ts';
import { type SubmitNoticeDeps, submitNotice } from './submit.ts';

/** Dependencies of test mails. */
export interface SubmitTestMailDeps extends SubmitNoticeDeps {
  database: Database;
  ids: Ids;
}

/** The mail to submit. */
export interface TestMail {
  to: string;
  /** A domain of the operator's account, in lower-case ASCII; undefined: the one of all notices. */
  domainName: string | undefined;
  /** The service, for the text. */
  publicUrl: string;
  act: Omit<NewAuditEvent, 'accountId' | 'targetId'>;
}

const AUDITED: CompanionKind<{ ids: Ids; event: NewAuditEvent }> = {
  write: (client, items) =>
    Promise.all(items.map(({ ids, event }) => recordAuditEvent(client, ids, event).then(() => true))),
};

/**
 * Submits a test mail.
 * @returns the id of the email
 * @throws DomainError the refusal, in the words for operators; `not_found` when the account has no domain that can send
 */
export async function submitTestMail(
  deps: SubmitTestMailDeps,
  { to, domainName, publicUrl, act }: TestMail,
): Promise<string> {
  const { database, ids } = deps;
  const sender = await findOperatorSender(database, domainName);
  if (!sender) {
    const which = domainName === undefined ? 'no domain' : `no domain ${domainName}`;
    throw new DomainError('not_found', `The oldest account, which is yours, has ${which} that can send.`);
  }
  const id = ids.next();
  const event = { ...act, accountId: sender.accountId, targetId: id };
  const { refusal } = await submitNotice(deps, sender, {
    id,
    to: [to],
    subject: 'A test of your mail service',
    text: `The operator of ${publicUrl} sent this email to check that it arrives. You do not need to do anything.\n`,
    html: null,
    companion: companionOf(AUDITED, { ids, event }),
  });
  if (!refusal) return id;
  // Clients do not see by whom and why sending was stopped.
  const blockedReason = await findSendingBlockedReason(database);
  if (blockedReason === undefined) throw refusal;
  throw new DomainError(refusal.name, `${blockedReason.replace(/\.$/, '')}. Nothing was sent.`);
}
