// When a provider has said the last time what became of mail.
import type { Queryable } from '../../../platform/db/connect.ts';

export async function noteFeedback(database: Queryable, provider: string, now: Date): Promise<void> {
  await database.query(
    'UPDATE providers SET last_feedback_at = $2 WHERE name = $1 AND (last_feedback_at < $2) IS NOT FALSE',
    [provider, now],
  );
}
