// Sending, one kind of work for each lane of mail: each recipient is a row
// (docs/architecture/guarantees.md#claims). Recipients of scheduled emails become due with their email, under its lock
// (queue-due.ts); all others at their own time.
//
// A message may crash the worker that sends it, and all other claimed rows of that worker are lost with it. So after
// the first death a recipient is due again at once. Each further death costs the delay of a failed attempt, which
// separates a deadly message from the others: it returns sixteen times within 72 hours, then `guard` fails it. A
// message that crashes its worker while it is loaded, before `guard` runs, returns every eight hours.

import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../../../mail/retry-schedule.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { defineWork, type WorkKind } from '../../../../platform/work/define-work.ts';
import { holdOfTurns } from '../../../../platform/work/turns/turns.ts';
import type { WorkHold } from '../../../../platform/work/work-table-definition.ts';
import { findSendingBlockedReason } from '../../../foundation/sending/blocked-reason.ts';
import type { MailLane } from '../email.ts';
import { holdMail, isOfHeldMail } from './held/hold-mail.ts';
import { keepEmailStatus } from './keep-email-status.ts';
import { queueEmails } from './queue-due.ts';

/** For operators: why a row is due and sleeps. */
const HELD_WHY =
  'Its account or domain is paused or limited because of its reputation, so only a few of its rows are checked at a time.';

/** No delay after the first death: SQL arrays begin at index 1, and index 0 gives null. */
const WAIT_AFTER_DEATH = `
  (ARRAY[${RETRY_DELAYS_MS.join(', ')}])[least(worker_deaths, ${RETRY_DELAYS_MS.length})]
  * (1 - ${RETRY_JITTER} * random()) * interval '1 millisecond'`;

/** Sending transactional mail. */
export const sendingWork = defineSending('transactional', {
  group: 'send',
  queue: 'send',
  queueInTurn: 'send-in-turn',
  name: 'email_recipients',
});

/** Sending mail of the campaign lane. */
export const bulkSendingWork = defineSending('campaign', {
  group: 'bulk',
  queue: 'send-bulk',
  name: 'email_recipients_campaign',
});

/** The work that sends the mail of each lane. */
export const SENDING_WORK: Readonly<Record<MailLane, WorkKind>> = {
  transactional: sendingWork,
  campaign: bulkSendingWork,
};

/**
 * Explains why due rows sleep: because of turns, or because few rows of an account with held mail are read at a time;
 * and why rows are held that are not due: they wait for the turn of a mailbox provider.
 */
function heldBy(rows: string): WorkHold {
  const turns = holdOfTurns('email_recipients', rows, 'recipients of this lane');
  const isHeld = isOfHeldMail('email_recipients.account_id');
  return {
    when: `(${isHeld} OR ${turns.when})`,
    why: `CASE WHEN ${isHeld} THEN '${HELD_WHY}' ELSE ${turns.why} END`,
    later: {
      when: 'destination IS NOT NULL',
      why: `CASE WHEN destination LIKE 'via:%'
                 THEN 'It waits for the provider ' || split_part(substr(destination, 5), ' ', 1) || ' (list-providers).'
                 ELSE 'It waits for the turn of its mailbox provider, ' || split_part(destination, ' ', 1) || '.' END`,
    },
  };
}

function defineSending(
  lane: MailLane,
  names: { group: string; queue: string; queueInTurn?: string; name: string },
): WorkKind<unknown> {
  const rows = `lane = '${lane}'`;
  const declaration = {
    ...names,
    turns: {
      fewAtATime: isOfHeldMail,
      async beforeWaking(database: Queryable, ids: readonly string[], now: Date) {
        await queueEmails(database, await holdMail(database, ids, now), now);
      },
    },
    held: heldBy(rows),
    job: 'send-email',
    concurrency: 4,
    table: 'email_recipients',
    rows,
    dueWhen: `state <> 'pending'`,
    onClaim: `state = 'sending', destination = NULL`,
    onReclaim: `state = 'queued'`,
    onDeath: 'worker_deaths = worker_deaths + 1',
    waitAfterDeath: WAIT_AFTER_DEATH,
    lastAnswer: 'smtp_reply',
    about: `jsonb_build_object('email_id', email_id, 'account_id', account_id, 'state', state)`,
    mayRepeat: true,
    findBlockedReason: findSendingBlockedReason,
  };
  return defineWork(declaration, keepEmailStatus);
}
