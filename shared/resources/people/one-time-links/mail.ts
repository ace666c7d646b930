// Mails one-time links. The token is made for the mail, and stored as a hash in the transaction that accepts the email: so
// a link is mailed once, and its token is known to the mailbox alone. A link that cannot be mailed now stays due, and the
// recurring task `mail-links` tries it again (mail-due.ts).
import type { Config } from '../../../platform/config/config.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { isDatabaseUnavailable } from '../../../platform/failures/unavailable.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { createToken } from '../../foundation/sessions/session.ts';
import { findOperatorSender, type OperatorSender } from '../../messaging/domains/senders/operator-sender.ts';
import type { Acceptor } from '../../messaging/emails/accept/accept.ts';
import { companionOf } from '../../messaging/emails/accept/companion.ts';
import { submitNotice } from '../notices/submit.ts';
import { type DueLink, findDueLink } from './find-due.ts';
import { linkUrl } from './link.ts';
import { LINK_MAILS } from './link-mails.ts';
import { composeLinkMail } from './texts/compose.ts';

/** Dependencies of mailing links. */
export interface MailLinkDeps {
  database: Database;
  ids: Ids;
  clock: Clock;
  acceptor: Acceptor;
  config: Pick<Config, 'publicUrl'>;
  log: Logger;
}

/** Mails a link, unless it was mailed already or removed. It never throws: a failure is logged, and the link stays due. */
export async function mailLink(deps: MailLinkDeps, id: string): Promise<void> {
  await tryToMailLink(deps, id);
}

/** Mails a link. It never throws. @returns false: it is still due, because of something that may pass */
export async function tryToMailLink(deps: MailLinkDeps, id: string): Promise<boolean> {
  try {
    return await mailDueLink(deps, id);
  } catch (error) {
    const details = { err: error, link: id };
    if (isDatabaseUnavailable(error)) deps.log.warn(details, 'a link was not mailed: the database is away');
    else deps.log.error(details, 'a link was not mailed');
    return false;
  }
}

async function mailDueLink(deps: MailLinkDeps, id: string): Promise<boolean> {
  const { database, clock, log } = deps;
  const link = await findDueLink(database, id, clock.now());
  if (!link) return true;
  if (link.purpose === 'password_reset' && !link.hasPerson) {
    await deleteDueLink(database, id);
    return true;
  }
  const sender = await findOperatorSender(database);
  if (!sender) {
    log.warn({ link: id }, 'a link cannot be mailed: the oldest account has no domain that can send');
    return false;
  }
  return await submit(deps, link, sender);
}

async function submit(deps: MailLinkDeps, link: DueLink, sender: OperatorSender): Promise<boolean> {
  const { id, purpose } = link;
  const token = createToken();
  const emailId = deps.ids.next();
  const outcome = await submitNotice(deps, sender, {
    id: emailId,
    to: [link.email],
    ...composeLinkMail(link, linkUrl(deps.config.publicUrl, purpose, token)),
    companion: companionOf(LINK_MAILS, { id, tokenHash: hashToken(token), emailId }),
  });
  if (!outcome.refusal) return true;
  // Not its message, which names the address.
  const { name, reason } = outcome.refusal;
  const details = { link: id, purpose, refusal: name, reason };
  if (outcome.kind === 'passing') {
    deps.log.warn(details, 'a link cannot be mailed now');
    return false;
  }
  deps.log.warn(details, 'a link cannot be mailed to its address');
  await endMailing(deps.database, id, reason);
  return true;
}

/** The link stays, and says why it was not mailed (mail-state.ts). The other link of an invitation was shown. */
async function endMailing(database: Queryable, id: string, refusal: string | undefined): Promise<void> {
  await database.query({
    name: 'end-mailing-of-link',
    text: 'UPDATE one_time_links SET mail_due_at = NULL, refusal = $2 WHERE id = $1',
    values: [id, refusal ?? null],
  });
}

/** Deletes a link when no person has the address; the client that requested it must not learn that. */
async function deleteDueLink(database: Queryable, id: string): Promise<void> {
  await database.query({
    name: 'delete-due-link',
    text: 'DELETE FROM one_time_links WHERE id = $1 AND mail_due_at IS NOT NULL',
    values: [id],
  });
}
