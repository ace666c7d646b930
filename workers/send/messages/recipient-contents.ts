// The contents of an email for each of its recipients. What is the same for all is made once: the text of the html, and
// the html cut at its tracked links. A recipient gets contents of their own where those have links of their own: to
// unsubscribe, or tracked ones (docs/reference/tracking.md). Who refuses to be measured gets the html without them.
import type { MessageAttachment } from '../../../shared/mail/attachment-part.ts';
import { htmlToText } from '../../../shared/mail/html/html-to-text.ts';
import { trackHtml, type WriteTrackedHtml } from '../../../shared/mail/tracking/tracked-html.ts';
import type { TrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import {
  addListUnsubscribe,
  givenUnsubscribeUrls,
  insertUnsubscribeLinks,
  mayHaveUnsubscribeLinks,
  prepareTextWithLinks,
  type UnsubscribeLinks,
} from '../../../shared/mail/unsubscribing/unsubscribe-links.ts';
import { parseUrl } from '../../../shared/platform/net/parse-url.ts';
import type { LoadedEmail } from '../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import { isUnsubscribable } from '../../../shared/resources/messaging/emails/email.ts';
import type { PreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import type { MessageRecipient } from './built-message.ts';

/** What an email was given, with its files opened. */
export interface OpenedContents {
  html: string | null;
  /** null: it is made from the html. Empty: the message has no text part. */
  text: string | null;
  attachments: MessageAttachment[];
}

/** The contents of a message. */
export interface MessageContents {
  html: string | undefined;
  text: string | undefined;
  /** It is put into the html; undefined: there is none, or it is in the html already. */
  previewText: string | undefined;
  headers: Readonly<Record<string, string>>;
  attachments: MessageAttachment[];
}

/** The contents of an email for its recipients. */
export interface RecipientContents {
  /** Of a recipient without contents of their own. */
  shared(): MessageContents;
  /** undefined: the shared ones */
  ownOf(recipient: MessageRecipient): Promise<MessageContents | undefined>;
}

/** What links are made with. */
export interface MessageLinkDeps {
  links: PreferencesLinks;
  trackingUrls: TrackingUrls;
}

/** Prepares the contents of an email. */
export function prepareContents(
  email: LoadedEmail,
  opened: OpenedContents,
  { links, trackingUrls }: MessageLinkDeps,
): RecipientContents {
  const { attachments } = opened;
  const { id: emailId, accountId, topicId, headers } = email;
  const html = opened.html || undefined;
  const previewText = email.previewText ?? undefined;
  const hasOwnLinks = mayHaveOwnLinks(email, opened);
  const textWith = prepareText(opened, hasOwnLinks);
  const tracked = memo(() => track(email, html, { links, hasOwnLinks }));
  return {
    shared: () => ({ html, text: textWith(undefined), previewText, headers, attachments }),
    async ownOf({ id, address, refusesTracking }) {
      const write = refusesTracking ? undefined : await tracked();
      if (!hasOwnLinks && !write) return undefined;
      // Without a topic the links unsubscribe from everything.
      const own = hasOwnLinks ? links.urlsOf({ accountId, address, topicId, emailId }) : undefined;
      const { trackingHost } = email.domain;
      return {
        html: write
          ? await write({
              pixel: () => trackingUrls.pixel(trackingHost, id),
              link: (link) => trackingUrls.link(trackingHost, id, link),
              unsubscribe: own,
            })
          : html && own && insertUnsubscribeLinks(html, own),
        text: textWith(own),
        previewText: write ? undefined : previewText,
        headers:
          own && isUnsubscribable(email)
            ? addListUnsubscribe(headers, own.unsubscribe, links.canOneClick)
            : headers,
        attachments,
      };
    },
  };
}

/** Whether each recipient gets links to unsubscribe. Mail with a template may have them in its contents. */
function mayHaveOwnLinks(email: LoadedEmail, { html, text }: OpenedContents): boolean {
  if (isUnsubscribable(email)) return true;
  return (
    email.templateId !== null &&
    [html, text].some((content) => content !== null && mayHaveUnsubscribeLinks(content))
  );
}

/** @returns the text with the links of a recipient; undefined: there is none */
function prepareText(
  { html, text }: OpenedContents,
  hasOwnLinks: boolean,
): (own: UnsubscribeLinks | undefined) => string | undefined {
  if (text !== null) return (own) => (own ? insertUnsubscribeLinks(text, own) : text);
  if (!html) return () => undefined;
  if (hasOwnLinks && mayHaveUnsubscribeLinks(html)) {
    const prepared = memo(() => prepareTextWithLinks(html, htmlToText));
    return (own) => own && prepared()(own);
  }
  return memo(() => htmlToText(html));
}

/** @returns undefined: nothing is measured in it */
async function track(
  email: LoadedEmail,
  html: string | undefined,
  { links, hasOwnLinks }: { links: PreferencesLinks; hasOwnLinks: boolean },
): Promise<WriteTrackedHtml | undefined> {
  const { opens, clicks } = email.tracking;
  if (!html || !(opens || clicks)) return undefined;
  // Parsed, since the same URL may be written in several forms.
  const given = new Set(givenUnsubscribeUrls(email.headers).flatMap((url) => parseUrl(url)?.href ?? []));
  const isGiven = (target: string) => given.size > 0 && given.has(parseUrl(target)?.href ?? '');
  return await trackHtml(html, {
    ...{ opens, clicks, hasPlaceholders: hasOwnLinks },
    previewText: email.previewText ?? undefined,
    isUntracked: (target) => links.isOwn(target) || isGiven(target),
  });
}

/** Does the work at the first call. */
function memo<Result>(work: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}
