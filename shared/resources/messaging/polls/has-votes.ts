// Whether people have voted in a poll.
import type { Queryable } from '../../../platform/db/connect.ts';

export async function hasVotes(database: Queryable, pollId: string): Promise<boolean> {
  const { rows } = await database.query<{ hasVotes: boolean }>({
    name: 'has-poll-votes',
    text: 'SELECT EXISTS (SELECT FROM poll_votes WHERE poll_id = $1) AS "hasVotes"',
    values: [pollId],
  });
  return rows[0]?.hasVotes ?? false;
}
