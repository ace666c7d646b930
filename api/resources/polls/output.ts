// JSON forms of polls and votes (docs/reference/polls.md#the-poll-record).
import { isClosed } from '../../../shared/resources/messaging/polls/find-for-vote.ts';
import type { PollWithTotals } from '../../../shared/resources/messaging/polls/list.ts';
import type { PollVote } from '../../../shared/resources/messaging/polls/list-votes.ts';
import type { PollResult } from '../../../shared/resources/messaging/polls/results.ts';

/** An item of GET /polls. */
export function toPollItem(poll: PollWithTotals, now: Date) {
  return {
    id: poll.id,
    question: poll.question,
    campaign_id: poll.campaignId,
    email_id: poll.emailId,
    template_id: poll.templateId,
    total_votes: poll.totalVotes,
    status: isClosed(poll, now) ? 'closed' : 'open',
    results: poll.results,
    closes_at: poll.closesAt?.toISOString() ?? null,
    created_at: poll.createdAt.toISOString(),
    last_vote_at: poll.lastVoteAt?.toISOString() ?? null,
  };
}

/** The answer of GET /polls/:id. The total belongs to the options, which were read together. */
export function toPoll(poll: PollWithTotals, results: readonly PollResult[], now: Date) {
  const totalVotes = results.reduce((sum, { votes }) => sum + votes, 0);
  return {
    object: 'poll',
    ...toPollItem({ ...poll, totalVotes }, now),
    options: results.map((result, index) => ({ ...result, position: index + 1 })),
  };
}

/** An item of GET /polls/:id/votes. */
export function toPollVote({ id, contactId, email, emailId, optionId, createdAt, updatedAt }: PollVote) {
  return {
    id,
    contact_id: contactId,
    email,
    email_id: emailId,
    option_id: optionId,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}
