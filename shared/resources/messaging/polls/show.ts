// Puts the poll of a mail into its html and text: when the message is made, for all of its recipients at once, with a
// placeholder for each link; and where a mail is shown, with links that lead nowhere.
import type { MailBody } from '../../../contract/mail/fields.ts';
import type { AskedPoll, LinkOfOption } from '../../../mail/polls/poll-html.ts';
import { showPollInHtml, showPollInText } from '../../../mail/polls/poll-places.ts';
import { placeholderOf } from '../../../mail/recipient-links/recipient-links.ts';
import { labelsOf } from './define.ts';
import type { PollDefinition } from './poll.ts';

/** The link of an option that the message gets for each recipient. */
export const linkPlaceholder: LinkOfOption = (number) => placeholderOf(`POLL_${number}`);

/** The shown mail has no recipient who could vote. */
const NO_LINK: LinkOfOption = () => '#';

/** @param linkOf by default links that lead nowhere */
export function showPoll<Shown extends MailBody>(
  body: Shown,
  poll: PollDefinition | null,
  linkOf: LinkOfOption = NO_LINK,
): Shown {
  if (!poll) return body;
  const asked: AskedPoll = { question: poll.question, options: labelsOf(poll) };
  return {
    ...body,
    html: body.html && showPollInHtml(body.html, asked, linkOf),
    text: body.text && showPollInText(body.text, asked, linkOf),
  };
}
