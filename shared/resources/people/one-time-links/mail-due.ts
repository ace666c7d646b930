// Mails the one-time links that were left, because the process that made them died or could not mail them then. A link that
// cannot be mailed now is tried again a few minutes later, so that it does not delay those after it.
import type { Queryable } from '../../../platform/db/connect.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/time/durations.ts';
import { findOperatorSender } from '../../messaging/domains/senders/operator-sender.ts';
import { findDueLinkIds } from './find-due.ts';
import { type MailLinkDeps, tryToMailLink } from './mail.ts';

/** Links that one statement finds, and the longest run: the next run continues. */
const FOUND_AT_ONCE = 100;
const MAILING_MAX_MS = 30 * SECOND_MS;
const TRIED_AGAIN_AFTER_MS = 5 * MINUTE_MS;

/** Mails the links that are due. Safe to repeat. @throws when the database is unavailable */
export async function mailDueLinks(deps: MailLinkDeps): Promise<void> {
  const stopAtMs = performance.now() + MAILING_MAX_MS;
  const { database, clock, log } = deps;
  for (let isEnd = false; !isEnd && performance.now() < stopAtMs; ) {
    const due = await findDueLinkIds(database, clock.now(), FOUND_AT_ONCE);
    if (due.length === 0) return;
    if (!(await findOperatorSender(database))) {
      log.warn(
        { links: due.length },
        'links cannot be mailed: the oldest account has no domain that can send',
      );
      return;
    }
    for (const id of due) if (!(await tryToMailLink(deps, id))) await postpone(deps, id);
    isEnd = due.length < FOUND_AT_ONCE;
  }
}

async function postpone(
  { database, clock }: { database: Queryable } & Pick<MailLinkDeps, 'clock'>,
  id: string,
) {
  await database.query({
    name: 'postpone-mail-of-link',
    text: 'UPDATE one_time_links SET mail_due_at = $2 WHERE id = $1 AND mail_due_at IS NOT NULL',
    values: [id, new Date(clock.now().getTime() + TRIED_AGAIN_AFTER_MS)],
  });
}
