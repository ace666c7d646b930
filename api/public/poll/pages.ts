// Renders the page of a poll: the question with its answers, the stored vote, and the results if the poll shows them
// (docs/reference/polls.md#the-page). Questions and labels are texts of the account, so they are escaped (XSS).
import { escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import type { VotePoll } from '../../../shared/resources/messaging/polls/find-for-vote.ts';
import type { PollResult } from '../../../shared/resources/messaging/polls/results.ts';
import { maskAddress } from '../../../shared/resources/messaging/preferences/mask-address.ts';
import type { UnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { type AccountPage, accountPage, isolated } from '../unsubscribe/layout.ts';

/** The owner of the page. */
export interface PollPageOwner {
  address: string;
  settings: UnsubscribePage;
}

/** The parts of the page besides the question. */
export interface PollShown {
  /** The option that the form has chosen; undefined: none. */
  chosenId: string | undefined;
  /** The vote that is stored; undefined: none. */
  votedId: string | undefined;
  /** The form was submitted. */
  isAnswer: boolean;
  /** The vote was changed too often. */
  isLimited?: boolean;
  isClosed: boolean;
  /** Undefined: they are not shown. */
  results: readonly PollResult[] | undefined;
}

/** The page that asks, and the answer to its form. It is read only: mail filters open every link. */
export function renderPoll(owner: PollPageOwner, poll: VotePoll, shown: PollShown): AccountPage {
  const { question } = poll;
  const { senderName } = owner.settings;
  const parts = [
    `<h1>${isolated(question)}</h1>`,
    senderName === null
      ? ''
      : `<p class="question">A question from <strong>${isolated(senderName)}</strong></p>`,
    note(owner, poll, shown),
    shown.isClosed ? '' : form(poll, shown),
    shown.results ? results(shown.results, shown.votedId) : '',
  ];
  return accountPage(owner.settings, question, parts.filter(Boolean).join('\n'));
}

/** The page of a link in a test mail: there is no poll. */
export function renderPollTest({ settings }: PollPageOwner): AccountPage {
  const main = `<h1>This was a test</h1>
<p>This link is from a test email. In the email that recipients get, it opens the voting page.</p>`;
  return accountPage(settings, 'This was a test', main);
}

/** The note about the stored vote, and that the poll is over. Screen readers read it when the page opens. */
function note(
  owner: PollPageOwner,
  { options }: VotePoll,
  { votedId, isAnswer, isLimited, isClosed }: PollShown,
): string {
  const voted = options.find(({ id }) => id === votedId);
  const address = `<strong>${isolated(maskAddress(owner.address))}</strong>`;
  const lines = [
    isClosed ? '<p>This poll has ended.</p>' : '',
    voted ? `<p>${address} has voted: <strong>${isolated(voted.label)}</strong>.</p>` : '',
    voted && isAnswer && !isClosed ? '<p>Thank you. You can change your vote below.</p>' : '',
    isLimited ? '<p>You changed your vote too often. You can change it again tomorrow.</p>' : '',
  ].filter(Boolean);
  if (lines.length === 0) return '';
  return `<div class="note"${isAnswer || isLimited ? ' role="status"' : ''}>\n${lines.join('\n')}\n</div>`;
}

/** Without an `action` the form is sent to the URL of its page, so no token is written into the page. */
function form({ options }: VotePoll, { chosenId }: PollShown): string {
  const rows = options.map(({ id, label }) => {
    const checked = id === chosenId ? ' checked' : '';
    return `<label class="choice"><input type="radio" name="option" value="${id}" required${checked}>
<span>${isolated(label)}</span></label>`;
  });
  return `<form method="post"><fieldset><legend>Your answer</legend>
${rows.join('\n')}
</fieldset>
<button class="filled">Vote</button></form>`;
}

function results(found: readonly PollResult[], votedId: string | undefined): string {
  const total = found.reduce((sum, { votes }) => sum + votes, 0);
  const rows = found.map(({ id, label, votes, percentage }) => {
    const own = id === votedId ? ' (your vote)' : '';
    return `<li>${isolated(label)}${own}: ${escapeHtml(countOf(votes))}, ${percentage} %
<progress max="100" value="${percentage}" aria-hidden="true"></progress></li>`;
  });
  return `<section aria-labelledby="results"><h2 id="results">Results</h2>
<p>${countOf(total)} in total.</p>
<ul class="results">
${rows.join('\n')}
</ul></section>`;
}

function countOf(votes: number): string {
  return votes === 1 ? '1 vote' : `${votes} votes`;
}
