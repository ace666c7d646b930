// The page that the links of a poll open. It needs neither a key nor a User-Agent; the sealed token of the link is the right
// to vote for its address. GET and HEAD change nothing, because mail filters open every link; POST votes.
import { type Request, type Response, Router } from 'express';
import {
  findPollForVote,
  isClosed,
  type VotePoll,
} from '../../../shared/resources/messaging/polls/find-for-vote.ts';
import { POLL_PATH, type PollChoice, TEST_POLL_ID } from '../../../shared/resources/messaging/polls/link.ts';
import { findPollResults } from '../../../shared/resources/messaging/polls/results.ts';
import { castVote } from '../../../shared/resources/messaging/voting/vote.ts';
import type { ApiDeps } from '../../deps.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { logRouteOnly } from '../../middleware/request-log.ts';
import { answerPageFailure, sendPage } from '../answer-page.ts';
import { readFields } from '../read-fields.ts';
import { answerForSender } from '../sender-page.ts';
import { findShownSettings } from '../shown-settings.ts';
import { hitClientOf } from '../tracking/hit-client.ts';
import type { AccountPage } from '../unsubscribe/layout.ts';
import { BROKEN_LINK_PAGE } from '../unsubscribe/pages.ts';
import { type PollPageOwner, type PollShown, renderPoll, renderPollTest } from './pages.ts';

/** A request with a valid token. */
interface Opened {
  deps: ApiDeps;
  request: Request;
  choice: PollChoice;
  owner: PollPageOwner;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Routes of the page. Any text may follow the path, so that a broken link is answered by a page too. */
export function pollRouter(deps: ApiDeps): Router {
  const serve = (request: Request, response: Response) => answer(deps, request, response);
  const label = setRouteLabel(`${POLL_PATH}/:token`);
  return Router().use(POLL_PATH, logRouteOnly, label, serve, answerPageFailure(deps.log));
}

async function answer(deps: ApiDeps, request: Request, response: Response): Promise<void> {
  const choice = METHODS.has(request.method) ? deps.pollLinks.open(request.path.slice(1)) : undefined;
  if (!choice) return sendPage(response, 404, BROKEN_LINK_PAGE);
  // Before there is a place: the body may arrive slowly.
  const fields = request.method === 'POST' ? await readFields(request) : undefined;
  await answerForSender(deps, response, choice.accountId, async () => {
    const settings = await findShownSettings(deps.database, choice);
    const opened = { deps, request, choice, owner: { address: choice.address, settings } };
    const page = await makePage(opened, fields);
    sendPage(response, page ? 200 : 404, page ?? BROKEN_LINK_PAGE);
  });
}

/** @returns undefined: the poll no longer exists */
async function makePage(
  opened: Opened,
  fields: URLSearchParams | undefined,
): Promise<AccountPage | undefined> {
  const { deps, choice, owner } = opened;
  if (choice.pollId === TEST_POLL_ID) return renderPollTest(owner);
  if (fields) return await submit(opened, fields.get('option') ?? undefined);
  const poll = await findPollForVote(deps.database, choice);
  if (!poll) return undefined;
  const chosenId = poll.options[choice.option - 1]?.id;
  return await show(opened, poll, { chosenId, votedId: poll.votedId, isAnswer: false });
}

async function submit(opened: Opened, optionId: string | undefined): Promise<AccountPage | undefined> {
  const { deps, request, choice } = opened;
  const pageUrl = `${deps.config.publicUrl}${POLL_PATH}/${choice.pollId}`;
  const vote = { choice, optionId, client: hitClientOf(request), pageUrl };
  const voted = await castVote(deps, vote, deps.clock.now());
  if (!voted) return undefined;
  const { poll, votedId, outcome } = voted;
  const chosenId = votedId ?? poll.options[choice.option - 1]?.id;
  const isAnswer = outcome !== 'refused' && outcome !== 'limited';
  return await show(opened, poll, { chosenId, votedId, isAnswer, isLimited: outcome === 'limited' });
}

/** Results are shown to people who have voted here, and after the end. */
async function show(
  { deps, owner }: Opened,
  poll: VotePoll,
  shown: Pick<PollShown, 'chosenId' | 'isAnswer' | 'isLimited'> & { votedId: string | null },
): Promise<AccountPage> {
  const isOver = isClosed(poll, deps.clock.now());
  const showsResults = poll.results === 'public' && (shown.isAnswer || isOver);
  const results = showsResults ? await findPollResults(deps.database, poll) : undefined;
  return renderPoll(owner, poll, {
    ...shown,
    votedId: shown.votedId ?? undefined,
    isClosed: isOver,
    results,
  });
}
