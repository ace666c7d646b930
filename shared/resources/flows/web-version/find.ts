// Finds the content of a mail's page: the mail as it was sent to the person of the link, made again from stored data,
// as for a person who refuses to be measured. When the email was removed, or the person was erased, mail of a campaign
// is shown as for no person in particular (docs/architecture/web-version.md).
import { DomainError } from '../../../contract/domain-error.ts';
import type { MailBody } from '../../../contract/mail/fields.ts';
import { withPreheader } from '../../../mail/html/preheader.ts';
import { insertRecipientLinks, type RecipientLinks } from '../../../mail/recipient-links/recipient-links.ts';
import type { FairTurns } from '../../../platform/sharing/fair-turns.ts';
import { timeOfUuidV7 } from '../../../platform/time/ids.ts';
import { compileCampaignContent } from '../../messaging/campaign-contents/compiled-contents.ts';
import {
  CampaignContentGoneError,
  requireCampaignContent,
} from '../../messaging/campaign-contents/find-content.ts';
import { renderForNoPerson, withLinkParameters } from '../../messaging/campaign-contents/render-campaign.ts';
import { SELECTED_LINES } from '../../messaging/content-columns.ts';
import { hasHiddenContents } from '../../messaging/emails/contents/hidden-contents.ts';
import { renderedFrom, type StoredBody } from '../../messaging/emails/contents/stored-body.ts';
import type { ReadContentsDeps } from '../../messaging/emails/find.ts';
import {
  type ContentsEmail,
  type MessageLinkDeps,
  prepareContents,
} from '../../messaging/message-contents/recipient-contents.ts';
import type { PollVoter } from '../../messaging/polls/link.ts';
import { linkPlaceholder, showPoll } from '../../messaging/polls/show.ts';
import type { PublicWebVersion, RecipientWebVersion } from '../../messaging/web-versions/link.ts';
import type { WebVersionMode } from '../campaigns/settings.ts';

/** Dependencies of the page. */
export interface WebVersionDeps extends ReadContentsDeps {
  /** A hostile source takes about ten milliseconds to compile. */
  turns: FairTurns;
  messageLinks: MessageLinkDeps;
}

/** The content of a page. */
export interface WebVersion extends MailBody {
  /** Its files are shown where the html names them; null: there are none. */
  emailId: string | null;
  subject: string;
}

/** The reason why a page shows nothing: its sender does not show it, or it is no longer stored. */
export type NoWebVersion = 'off' | 'gone';

/** The facts about a campaign, found by one of its contents, even when it is deleted. */
interface CampaignRow {
  id: string;
  topicId: string | null;
  webVersion: WebVersionMode;
  isDeleted: boolean;
}

const FIND_BY_CONTENT = `
  SELECT campaigns.id, topic_id AS "topicId", web_version AS "webVersion", deleted_at IS NOT NULL AS "isDeleted"
  FROM campaign_contents AS content JOIN campaigns ON campaigns.id = content.campaign_id
  WHERE content.id = $1 AND content.account_id = $2 AND campaigns.account_id = $2`;

/** Finds the mail of a recipient. */
export async function findWebVersion(
  deps: WebVersionDeps,
  target: RecipientWebVersion,
): Promise<WebVersion | NoWebVersion> {
  const { contentId } = target;
  const campaign = contentId === null ? undefined : await findCampaignOf(deps, { ...target, contentId });
  if (campaign?.webVersion === 'off') return 'off';
  const sent = await findSent(deps, target);
  if (sent) return sent;
  if (contentId === null || !campaign || campaign.isDeleted) return 'gone';
  const { accountId, address, emailId } = target;
  const { links, webVersions } = deps.messageLinks;
  return await showForNoPerson(deps, {
    accountId,
    contentId,
    now: timeOfUuidV7(emailId),
    hasFooter: true,
    // The person can unsubscribe and vote for as long as the link works.
    voter: { accountId, emailId, address },
    links: {
      ...links.urlsOf({ accountId, address, topicId: campaign.topicId, emailId }),
      webVersion: webVersions.urlOf(target),
    },
  });
}

async function findCampaignOf(
  { database }: WebVersionDeps,
  { accountId, contentId }: { accountId: string; contentId: string },
): Promise<CampaignRow | undefined> {
  const { rows } = await database.query<CampaignRow>({
    name: 'find-campaign-by-content',
    text: FIND_BY_CONTENT,
    values: [contentId, accountId],
  });
  return rows[0];
}

type SentRow = Omit<ContentsEmail, 'domain' | 'headers' | 'tracking'> & StoredBody & { subject: string };

/** An erased person has no address any more. */
const FIND_SENT = `
  SELECT emails.id, emails.account_id AS "accountId", topic_id AS "topicId", source, template_id AS "templateId",
         ${SELECTED_LINES}, contents.html, contents.text, emails.created_at AS "createdAt",
         contents.poll, ${renderedFrom('contents')} AS rendered
  FROM emails JOIN email_contents AS contents ON contents.id = emails.content_id
  WHERE emails.id = $1 AND emails.account_id = $2 AND NOT ${hasHiddenContents('emails')}
    AND EXISTS (SELECT FROM email_recipients AS recipient
                WHERE recipient.email_id = emails.id AND recipient.address = $3)`;

/** @returns undefined: the email was removed, or its content for this person */
async function findSent(
  { database, readBody, messageLinks }: WebVersionDeps,
  { accountId, emailId, address }: RecipientWebVersion,
): Promise<WebVersion | undefined> {
  const { rows } = await database.query<SentRow>({
    name: 'find-sent-web-version',
    text: FIND_SENT,
    values: [emailId, accountId, address],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { html, text, poll } = await readBody(row);
  if (!html && !text) return undefined;
  const email: ContentsEmail = {
    ...row,
    domain: { trackingHost: null },
    headers: {},
    tracking: NOT_MEASURED,
  };
  // No text is made of html: the page shows one of the two.
  const opened = { html, text: html ? '' : text, attachments: [], poll };
  const contents = prepareContents(email, opened, messageLinks);
  const own = (await contents.ownOf({ id: emailId, address, refusesTracking: true })) ?? contents.shared();
  return { emailId, subject: row.subject, html: withPreheader(own) || null, text: own.text || null };
}

const NOT_MEASURED = { opens: false, clicks: false };

interface PublicRow {
  contentId: string;
  begunAt: Date;
}

/** A test of variants that is not decided shows its first one. */
const FIND_PUBLIC = `
  SELECT CASE WHEN ab_test IS NULL OR winner IS NOT NULL THEN content_id ELSE variant_content_ids[1] END AS "contentId",
         taken_at AS "begunAt"
  FROM campaigns
  WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL AND dispatch_id IS NOT NULL AND web_version = 'public'`;

/** Finds what a campaign that has begun says for no person in particular, if it is public. */
export async function findPublicWebVersion(
  deps: WebVersionDeps,
  target: PublicWebVersion,
): Promise<WebVersion | NoWebVersion> {
  const { accountId, campaignId } = target;
  const { rows } = await deps.database.query<PublicRow>({
    name: 'find-public-web-version',
    text: FIND_PUBLIC,
    values: [campaignId, accountId],
  });
  const [row] = rows;
  if (!row) return 'off';
  return await showForNoPerson(deps, {
    accountId,
    contentId: row.contentId,
    now: row.begunAt,
    hasFooter: false,
    links: publicLinksOf(deps, target),
    voter: null,
  });
}

/** Links for decisions open a page without effect, because they would belong to a person. */
function publicLinksOf({ messageLinks }: WebVersionDeps, target: PublicWebVersion): RecipientLinks {
  const { links, webVersions } = messageLinks;
  return { ...links.ofNoPerson, webVersion: webVersions.publicUrlOf(target) };
}

interface Shown {
  accountId: string;
  contentId: string;
  /** The time that it shows. */
  now: Date;
  hasFooter: boolean;
  links: RecipientLinks;
  /** Null: the options of a poll lead nowhere. */
  voter: Omit<PollVoter, 'pollId'> | null;
}

/** @returns gone: it has no content that could be shown without the values of a person */
async function showForNoPerson(
  { database, turns, messageLinks }: WebVersionDeps,
  { accountId, contentId, now, hasFooter, links, voter }: Shown,
): Promise<WebVersion | NoWebVersion> {
  try {
    const stored = await requireCampaignContent(database, accountId, contentId);
    const content = await turns.run(accountId, () => compileCampaignContent(stored));
    const rendered = await turns.run(accountId, () => renderForNoPerson(content, { now, hasFooter }));
    const { poll } = content;
    const mail = await withLinkParameters(rendered, content);
    const shown = showPoll(mail, poll, voter ? linkPlaceholder : undefined);
    const { subject, html, text } = shown;
    const ofPoll =
      poll && voter && messageLinks.pollLinks.urlsOf({ ...voter, pollId: poll.id }, poll.options.length);
    const own = { ...links, ...ofPoll };
    return {
      emailId: null,
      subject,
      html: html && withPreheader({ ...shown, html: insertRecipientLinks(html, own) }),
      text: text && insertRecipientLinks(text, own),
    };
  } catch (error) {
    if (error instanceof DomainError || error instanceof CampaignContentGoneError) return 'gone';
    throw error;
  }
}
