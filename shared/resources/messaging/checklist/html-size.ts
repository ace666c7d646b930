// The size of the html of a mail as it is sent: with the recipient's own links, the pixel, tracked links and the
// preview text, and lines that end in CRLF. Gmail shows only the first 102 KB, and cuts off the rest with the
// unsubscribe link.
import { type PreviewedHtml, withPreheader } from '../../../mail/html/preheader.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import {
  type ContentsEmail,
  type MessageLinkDeps,
  prepareContents,
} from '../message-contents/recipient-contents.ts';
import type { PollDefinition } from '../polls/poll.ts';
import { type Finding, warningFinding } from './finding.ts';

/** The bytes of a mail that Gmail shows. */
const SHOWN_MAX_BYTES = 102 * 1024;

/** The dependencies of making links. */
export interface HtmlSizeDeps extends MessageLinkDeps {
  ids: Ids;
}

/** A mail that is measured. */
export interface MeasuredMail extends Omit<ContentsEmail, 'id' | 'headers'> {
  html: string;
  poll: PollDefinition | null;
  /** The address of the recipient; it is in the links. */
  address: string;
}

/** Checks the html of a mail as its recipient gets it. */
export async function checkSizeAsSent(
  { html, poll, address, ...email }: MeasuredMail,
  { ids, ...deps }: HtmlSizeDeps,
): Promise<Finding[]> {
  const contents = prepareContents(
    { ...email, id: ids.next(), headers: {} },
    { html, text: '', poll, attachments: [] },
    deps,
  );
  const recipient = { id: ids.next(), address, refusesTracking: false };
  const made = (await contents.ownOf(recipient)) ?? contents.shared();
  return checkHtmlSize(made);
}

/** Checks html as it is sent. It adds the preview text of the mail. */
export function checkHtmlSize(mail: PreviewedHtml): Finding[] {
  const whole = withPreheader(mail);
  const count = Buffer.byteLength(whole) + (whole.match(/\r(?!\n)|(?<!\r)\n/g)?.length ?? 0);
  if (count <= SHOWN_MAX_BYTES) return [];
  const size = Math.ceil(count / 1024);
  const message = `The HTML is ${size} KB when sent, including tracking. Gmail shows the first 102 KB and hides the rest, along with the unsubscribe link.`;
  return [warningFinding('html_too_large', message, { field: 'html', count })];
}
