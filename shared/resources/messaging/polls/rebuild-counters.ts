// Counts the votes of polls again, says where the counters differ, and repairs these (npm run ops -- rebuild-stats). Votes and
// counters change together, so there is nothing to repair unless a row was changed by hand.
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';

/** An option whose counters are not the sum of its votes. */
export interface PollDifference {
  pollId: string;
  accountId: string;
  optionId: string;
  /** The count of the counters. */
  shown: number;
  /** The count of the rows. */
  counted: number;
}

/** The polls to count: the next ones in the order of their ids. */
export interface CountedPolls {
  after: string;
  /** The campaign whose polls are counted; undefined: all. */
  campaignId: string | undefined;
  limit: number;
}

/** Reads votes and counters of one instant. */
const FIND_DIFFERENCES = `
  SELECT poll_id AS "pollId", account_id AS "accountId", option_id AS "optionId", sum(shown)::integer AS shown,
         sum(counted)::integer AS counted
  FROM (
    SELECT poll_id, option_id, votes AS shown, 0 AS counted FROM poll_counters WHERE poll_id = ANY($1::uuid[])
    UNION ALL
    SELECT poll_id, option_id, 0, 1 FROM poll_votes WHERE poll_id = ANY($1::uuid[])) AS figure
  JOIN polls ON polls.id = poll_id
  GROUP BY 1, 2, 3 HAVING sum(shown) <> sum(counted) ORDER BY 1, 3`;

const COUNT = `
  INSERT INTO poll_counters (poll_id, option_id, slot, votes, last_vote_at)
  SELECT poll_id, option_id, 0, count(*), max(updated_at) FROM poll_votes WHERE poll_id = $1 GROUP BY 1, 2`;

/** Repairs the counters of some polls. @returns the ids of the polls, and what differed */
export async function rebuildPollCounters(
  database: Database,
  { after, campaignId, limit }: CountedPolls,
): Promise<{ ids: string[]; differences: PollDifference[] }> {
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM polls WHERE id > $1 AND ($2::uuid IS NULL OR campaign_id = $2) ORDER BY id LIMIT $3`,
    [after, campaignId, limit],
  );
  const ids = rows.map(({ id }) => id);
  const found = await findPollDifferences(database, ids);
  const differences: PollDifference[] = [];
  for (const pollId of new Set(found.map((each) => each.pollId)))
    differences.push(...(await repair(database, pollId)));
  return { ids, differences };
}

/** The options of polls whose counters are not the sum of their votes. */
export async function findPollDifferences(
  database: Queryable,
  pollIds: readonly string[],
): Promise<PollDifference[]> {
  const { rows } = await database.query<PollDifference>({
    name: 'find-poll-differences',
    text: FIND_DIFFERENCES,
    values: [pollIds],
  });
  return rows;
}

/** A vote holds its poll until its commit (find-for-vote.ts), so none is given in between. */
function repair(database: Database, pollId: string): Promise<PollDifference[]> {
  return transaction(database, async (client) => {
    await client.query('SELECT FROM polls WHERE id = $1 FOR UPDATE', [pollId]);
    const differences = await findPollDifferences(client, [pollId]);
    if (differences.length === 0) return [];
    await client.query('DELETE FROM poll_counters WHERE poll_id = $1', [pollId]);
    await client.query(COUNT, [pollId]);
    return differences;
  });
}
