// What providers have said of recipients, for the trace of an email.
import type { FeedbackResult, ReportOutcome } from '../../../contract/receiving/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/** An event about a recipient. */
export interface FeedbackAbout {
  id: string;
  recipientId: string;
  provider: string;
  result: FeedbackResult;
  type: string;
  /** Why, in the words of the server or the provider; null: it needs no reason. */
  text: string | null;
  /** The time by the clock of the provider; null: there is none. */
  happenedAt: Date | null;
  createdAt: Date;
  /** Null: it is not recorded yet. */
  effect: ReportOutcome | null;
}

/** A provider may say `delayed` as often as it likes. */
const FEEDBACK_MAX = 100;

/** Lists the stored feedback about recipients of an account, oldest first, 100 at most. */
export async function listFeedbackAbout(
  database: Queryable,
  accountId: string,
  recipientIds: readonly string[],
): Promise<FeedbackAbout[]> {
  const { rows } = await database.query<FeedbackAbout>({
    name: 'list-feedback-about',
    text: `SELECT id, recipient_id AS "recipientId", provider, result, type, cause->>'smtpReply' AS text,
                  happened_at AS "happenedAt", created_at AS "createdAt", effect
           FROM provider_feedback WHERE recipient_id = ANY($2::uuid[]) AND account_id = $1
           ORDER BY id LIMIT ${FEEDBACK_MAX}`,
    values: [accountId, recipientIds],
  });
  return rows;
}
