// How long what was said to mail servers is kept (docs/architecture/smtp-dialogues.md#what-is-kept): where emails are kept
// longer, their recipients stay without it.
import type { RetainedRows } from '../../../platform/retention/retention.ts';

/** The days after the last try. */
const DIALOGUE_DAYS = 30;
/** The days from the first try to the last one, and from the making of scheduled mail to its last try. */
const TRIES_DAYS = 4;
const SCHEDULED_DAYS = 34;
/** A process that starts reads so many days again. */
const LOOK_BACK_DAYS = 7;

/** Rows of the table of retention: each reads recipients of one age, so a run does not have to read all older ones. */
export const DIALOGUES: readonly RetainedRows[] = [
  dialoguesOf('dialogues with mail servers', DIALOGUE_DAYS),
  dialoguesOf('dialogues of mail that was tried for days', DIALOGUE_DAYS + TRIES_DAYS),
  dialoguesOf('dialogues of scheduled mail', DIALOGUE_DAYS + SCHEDULED_DAYS),
];

function dialoguesOf(what: string, days: number): RetainedRows {
  return {
    what,
    days,
    table: 'email_recipients',
    column: 'id',
    idKind: 'uuid',
    empties: 'dialogue',
    // What was tried later is for the next age.
    retainedWhile: ({ time }) => [
      `email_recipients.updated_at >= ${time} + interval '${days - DIALOGUE_DAYS} days'`,
    ],
    lookBackDays: LOOK_BACK_DAYS,
  };
}
