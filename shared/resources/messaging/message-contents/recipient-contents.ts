// The contents of an email for each of its recipients. Common parts are made once: the text of the html, and the html
// cut at its tracked links. A recipient gets contents of their own if these have personal links: to unsubscribe and to
// vote, or tracked ones (docs/reference/tracking.md). A person who refuses to be measured gets the html without tracked
// links.
import type { MessageAttachment } from '../../../mail/attachment-part.ts';
import { htmlToText } from '../../../mail/html/html-to-text.ts';
import {
  findLinkPlaceholders,
  insertRecipientLinks,
  type LinkKind,
  mayHaveRecipientLinks,
  type PollLinkKind,
  prepareTextWithLinks,
  type RecipientLinks,
} from '../../../mail/recipient-links/recipient-links.ts';
import { trackHtml, type WriteTrackedHtml } from '../../../mail/tracking/tracked-html.ts';
import type { TrackingUrls } from '../../../mail/tracking/tracking-urls.ts';
import { givenUnsubscribeUrls } from '../../../mail/unsubscribing/list-unsubscribe.ts';
import { parseUrl } from '../../../platform/addresses/parse-url.ts';
import type { ClaimedRecipient, LoadedEmail } from '../emails/delivery/loaded-email.ts';
import { isUnsubscribable } from '../emails/email.ts';
import { MAIL_PARTS } from '../emails/parts/list.ts';
import type { OwnLinks } from '../emails/parts/mail-part.ts';
import type { PollLinks } from '../polls/link.ts';
import type { PollDefinition } from '../polls/poll.ts';
import { linkPlaceholder, showPoll } from '../polls/show.ts';
import type { PreferencesLinks } from '../unsubscribe-page/link.ts';
import type { WebVersionLinks } from '../web-versions/link.ts';

const ADDING_HEADERS = MAIL_PARTS.flatMap(({ headers }) => headers ?? []);

/** The facts about an email when its contents are made. */
export interface ContentsEmail
  extends Pick<
    LoadedEmail,
    | 'id'
    | 'accountId'
    | 'topicId'
    | 'source'
    | 'headers'
    | 'templateId'
    | 'previewText'
    | 'tracking'
    | 'rendered'
  > {
  domain: Pick<LoadedEmail['domain'], 'trackingHost'>;
}

/** The inputs of the contents for a recipient. */
export type ContentsRecipient = Pick<ClaimedRecipient, 'id' | 'address' | 'refusesTracking'>;

/** The given contents of an email, with its files opened. */
export interface OpenedContents {
  html: string | null;
  /** null: it is made from the html. Empty: the message has no text part. */
  text: string | null;
  /** The poll; null: none. */
  poll: PollDefinition | null;
  attachments: MessageAttachment[];
}

/** The contents of a message. */
export interface MessageContents {
  html: string | undefined;
  text: string | undefined;
  /** The preview text to put into the html; undefined: there is none, or it is in the html already. */
  previewText: string | undefined;
  headers: Readonly<Record<string, string>>;
  attachments: MessageAttachment[];
}

/** The contents of an email for its recipients. */
export interface RecipientContents {
  /** The contents of a recipient without contents of their own. */
  shared(): MessageContents;
  /** undefined: the shared ones */
  ownOf(recipient: ContentsRecipient): Promise<MessageContents | undefined>;
}

/** The dependencies of making links. */
export interface MessageLinkDeps {
  links: PreferencesLinks;
  pollLinks: PollLinks;
  webVersions: WebVersionLinks;
  trackingUrls: TrackingUrls;
}

/** Prepares the contents of an email. */
export function prepareContents(
  email: ContentsEmail,
  given: OpenedContents,
  deps: MessageLinkDeps,
): RecipientContents {
  const opened = showPoll(given, given.poll, linkPlaceholder);
  const { attachments, poll } = opened;
  const { links, trackingUrls } = deps;
  const html = opened.html || undefined;
  const previewText = email.previewText ?? undefined;
  const kinds = ownLinkKinds(email, opened);
  const textWith = prepareText(opened, kinds);
  const tracked = memo(() => track(email, html, { ...deps, kinds }));
  return {
    shared: () => ({ html, text: textWith(undefined), previewText, headers: headersOf(email), attachments }),
    async ownOf(recipient) {
      const write = recipient.refusesTracking ? undefined : await tracked();
      if (kinds.length === 0 && !write) return undefined;
      const own = ownLinksOf(email, recipient.address, { kinds, poll }, deps);
      const { trackingHost } = email.domain;
      return {
        html: write
          ? await write({
              pixel: () => trackingUrls.pixel(trackingHost, recipient.id),
              link: (link) => trackingUrls.link(trackingHost, recipient.id, link),
              own,
            })
          : html && insertRecipientLinks(html, own),
        text: textWith(own),
        previewText: write ? undefined : previewText,
        headers: headersOf(email, { ...own, canOneClick: links.canOneClick }),
        attachments,
      };
    },
  };
}

/** Combines the given header fields of an email with those of its parts. */
function headersOf(email: ContentsEmail, own?: OwnLinks): MessageContents['headers'] {
  return ADDING_HEADERS.reduce((headers, add) => add(headers, email, own), email.headers);
}

/** The links that each recipient gets. Mail with a template may have them in its contents, and mail of campaigns. */
function ownLinkKinds(email: ContentsEmail, { html, text, poll }: OpenedContents): LinkKind[] {
  const isTemplated = email.templateId !== null || email.source === 'campaign';
  const templated = isTemplated ? [html ?? '', text ?? ''].filter(mayHaveRecipientLinks) : [];
  const hasPreferences = isUnsubscribable(email) || templated.length > 0;
  return [
    ...(hasPreferences ? (['unsubscribe', 'preferences'] as const) : []),
    ...(templated.some(hasWebVersionLink) ? (['webVersion'] as const) : []),
    ...(poll?.options.map((_, index) => `poll${index + 1}` as PollLinkKind) ?? []),
  ];
}

function hasWebVersionLink(content: string): boolean {
  return findLinkPlaceholders(content, (kind) => kind === 'webVersion').length > 0;
}

function ownLinksOf(
  { id: emailId, accountId, topicId, rendered }: ContentsEmail,
  address: string,
  { kinds, poll }: { kinds: readonly LinkKind[]; poll: PollDefinition | null },
  { links, pollLinks, webVersions }: MessageLinkDeps,
): RecipientLinks {
  const contentId = rendered?.sourceId ?? null;
  return {
    // Without a topic the links unsubscribe from everything.
    ...(kinds.includes('unsubscribe') && links.urlsOf({ accountId, address, topicId, emailId })),
    ...(kinds.includes('webVersion') && {
      webVersion: webVersions.urlOf({ accountId, emailId, contentId, address }),
    }),
    ...(poll && pollLinks.urlsOf({ accountId, pollId: poll.id, emailId, address }, poll.options.length)),
  };
}

/** @returns the text with the links of a recipient; undefined: there is none */
function prepareText(
  { html, text }: OpenedContents,
  kinds: readonly LinkKind[],
): (own: RecipientLinks | undefined) => string | undefined {
  if (text !== null) return (own) => (own ? insertRecipientLinks(text, own) : text);
  if (!html) return () => undefined;
  if (kinds.length > 0 && mayHaveRecipientLinks(html)) {
    const prepared = memo(() => prepareTextWithLinks(html, kinds, htmlToText));
    return (own) => own && prepared()(own);
  }
  return memo(() => htmlToText(html));
}

/** @returns undefined: nothing is measured in it */
async function track(
  email: ContentsEmail,
  html: string | undefined,
  { links, pollLinks, webVersions, kinds }: MessageLinkDeps & { kinds: readonly LinkKind[] },
): Promise<WriteTrackedHtml | undefined> {
  const { opens, clicks } = email.tracking;
  if (!html || !(opens || clicks)) return undefined;
  // Parsed, since the same URL may be written in several forms.
  const given = new Set(givenUnsubscribeUrls(email.headers).flatMap((url) => parseUrl(url)?.href ?? []));
  const isGiven = (target: string) => given.size > 0 && given.has(parseUrl(target)?.href ?? '');
  return await trackHtml(html, {
    opens,
    clicks,
    ownLinks: kinds,
    previewText: email.previewText ?? undefined,
    isUntracked: (target) =>
      [links, pollLinks, webVersions].some((own) => own.isOwn(target)) || isGiven(target),
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
