// Finds a poll by its id, or by the id of the email or campaign that has it. Mail that was made from a template has the
// poll of the template, and mail of a campaign the campaign's poll: the content of an email names its poll.
import { notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { PollWithTotals } from './list.ts';
import { POLL_COLUMNS } from './poll.ts';
import { POLL_TOTALS } from './results.ts';

/** How a poll is named. */
export interface PollPath {
  accountId: string;
  /** The id of the poll, or of an email or campaign. */
  id: string;
}

/** A campaign that has changed its options asks the newest of its polls. */
const FIND = `
  SELECT ${POLL_COLUMNS}, ${POLL_TOTALS}
  FROM polls
  WHERE account_id = $1 AND (id = $2 OR email_id = $2 OR campaign_id = $2)
  ORDER BY id = $2 DESC, id DESC LIMIT 1`;

/** The poll of a template has no row that names the email or the campaign. */
const FIND_IN_CONTENTS = `
  SELECT coalesce(own.poll, source.poll) ->> 'id' AS id
  FROM emails
  JOIN email_contents AS own ON own.id = emails.content_id
  LEFT JOIN campaign_contents AS source ON source.id = own.source_id
  WHERE emails.id = $2 AND emails.account_id = $1
  UNION ALL
  SELECT content.poll ->> 'id'
  FROM campaigns JOIN campaign_contents AS content ON content.id = campaigns.content_id
  WHERE campaigns.id = $2 AND campaigns.account_id = $1 AND deleted_at IS NULL AND dispatch_id IS NOT NULL`;

/** @throws DomainError `not_found` */
export async function requirePoll(database: Queryable, path: PollPath): Promise<PollWithTotals> {
  const poll = (await findPoll(database, path)) ?? (await findPollInContents(database, path));
  if (!poll) throw notFound('Poll');
  return poll;
}

async function findPoll(
  database: Queryable,
  { accountId, id }: PollPath,
): Promise<PollWithTotals | undefined> {
  const { rows } = await database.query<PollWithTotals>({
    name: 'find-poll',
    text: FIND,
    values: [accountId, id],
  });
  return rows[0];
}

async function findPollInContents(
  database: Queryable,
  { accountId, id }: PollPath,
): Promise<PollWithTotals | undefined> {
  const { rows } = await database.query<{ id: string | null }>({
    name: 'find-poll-in-contents',
    text: FIND_IN_CONTENTS,
    values: [accountId, id],
  });
  const pollId = rows[0]?.id;
  return pollId ? await findPoll(database, { accountId, id: pollId }) : undefined;
}
