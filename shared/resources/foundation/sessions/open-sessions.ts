// Finds which of many sessions are still open, and in which account: for streams to people that last long.
import type { CombinableQuery } from '../../../platform/db/combined-query.ts';

/** @returns session → account; a session that has ended, or whose person is no longer a member, is not in it */
export function openSessions(
  ids: readonly string[],
  now: Date,
): CombinableQuery<ReadonlyMap<string, string>> {
  return {
    text: `SELECT sessions.id, sessions.account_id FROM sessions
           JOIN members ON members.account_id = sessions.account_id AND members.person_id = sessions.person_id
           WHERE sessions.id = ANY($1::uuid[]) AND expires_at > $2`,
    values: [ids, now],
    answer: (rows: { id: string; account_id: string }[]) =>
      new Map(rows.map(({ id, account_id }) => [id, account_id])),
  };
}
