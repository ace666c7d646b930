// An unsubscribe that the person made at a provider: it counts as the one-click of that mail, so the person is
// unsubscribed from its topic, and everything if it has none (docs/reference/unsubscribes.md#one-click).
import { ERASED_ADDRESS } from '../../foundation/erasing/eraser.ts';
import type { RecordedEffect } from '../emails/reports/report.ts';
import { type DecideDeps, decidePreferences, undoOf } from '../preferences/decide.ts';
import type { PreferencesTarget } from '../unsubscribe-page/link.ts';

/** Safe to repeat: an earlier decision changes nothing. */
export async function unsubscribeRecipient(
  deps: DecideDeps,
  recipientId: string,
  now: Date,
): Promise<RecordedEffect> {
  const { rows } = await deps.database.query<PreferencesTarget>({
    name: 'find-target-of-feedback',
    text: `SELECT recipient.account_id AS "accountId", address, topic_id AS "topicId", emails.id AS "emailId"
           FROM email_recipients AS recipient JOIN emails ON emails.id = recipient.email_id
           WHERE recipient.id = $1 AND address <> $2`,
    values: [recipientId, ERASED_ADDRESS],
  });
  const [target] = rows;
  const decided = target && (await decidePreferences(deps, target, { oneClick: true }, now));
  if (!decided) return 'unknown';
  return undoOf(decided) ? 'applied' : 'unchanged';
}
