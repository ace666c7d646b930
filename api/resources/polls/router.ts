// Routes of /polls: list and read polls and their votes. What makes a poll is the mail that carries it.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findPageOf } from '../../../shared/platform/db/list.ts';
import { requirePoll } from '../../../shared/resources/messaging/polls/find.ts';
import { POLL_LIST } from '../../../shared/resources/messaging/polls/list.ts';
import { POLL_VOTE_LIST } from '../../../shared/resources/messaging/polls/list-votes.ts';
import { findPollResults } from '../../../shared/resources/messaging/polls/results.ts';
import { pageQuery, toList } from '../../page.ts';
import { type Resource, route, uuidOf } from '../../route.ts';
import { toPoll, toPollItem, toPollVote } from './output.ts';

const params = { id: { ...uuidOf('Poll'), description: 'Id of the poll, or of its email or campaign' } };

/** Routes of polls. */
export const pollRoutes: Resource = [
  route(OPERATIONS.listPolls, { query: pageQuery }, async ({ deps, caller, query }) => {
    const now = deps.clock.now();
    const page = await findPageOf(deps.database, POLL_LIST, caller.accountId, query);
    return toList(page, (poll) => toPollItem(poll, now));
  }),
  route(OPERATIONS.getPoll, { params }, async ({ deps, caller: { accountId }, params: { id } }) => {
    const poll = await requirePoll(deps.database, { accountId, id });
    return toPoll(poll, await findPollResults(deps.database, poll), deps.clock.now());
  }),
  route(OPERATIONS.listPollVotes, { params, query: pageQuery }, async (call) => {
    const { deps, caller, params, query } = call;
    const { id } = await requirePoll(deps.database, { accountId: caller.accountId, id: params.id });
    return toList(await findPageOf(deps.database, POLL_VOTE_LIST, id, query), toPollVote);
  }),
];
