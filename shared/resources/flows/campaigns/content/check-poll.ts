// What of the poll of a campaign that has begun may be changed: people have its question in their mail, and their votes are for
// its options.
import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { CampaignPoll } from '../../../messaging/campaign-contents/content.ts';
import { hasVotes } from '../../../messaging/polls/has-votes.ts';

/** @throws DomainError `validation_error` for a removed poll, a template's, or other options than those of a vote */
export async function requirePollChange(
  database: Queryable,
  poll: CampaignPoll | null,
  former: CampaignPoll | null,
): Promise<void> {
  if (!former || isDeepStrictEqual(poll, former)) return;
  if (former.isOfTemplate) throw refuse('The `poll` of the campaign comes from its template, so');
  if (!poll) throw refuse('The campaign has started, and recipients already have its `poll`, so');
  if (poll.id !== former.id && (await hasVotes(database, former.id)))
    throw refuse('Votes have been cast, so the `options` of the `poll`', 'cannot be changed.');
}

function refuse(why: string, consequence = 'it cannot be changed here.'): DomainError {
  return new DomainError('validation_error', `${why} ${consequence}`);
}
