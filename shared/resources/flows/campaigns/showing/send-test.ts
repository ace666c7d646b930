// Sends a test of a campaign, one email per address. Tests are charged and sent like other mail, with the links of the campaign's
// mail; they are not measured and not in the figures of the campaign (docs/reference/campaigns.md#tests).
import { addressKey } from '../../../../mail/addresses.ts';
import { insertUnsubscribeLinks } from '../../../../mail/unsubscribing/unsubscribe-links.ts';
import type { Acceptor } from '../../../messaging/emails/accept/accept.ts';
import { refuseReservedRecipients } from '../../../messaging/emails/accept/drop-cause.ts';
import type { NewEmail, ParsedMailbox } from '../../../messaging/emails/email.ts';
import type { PreferencesLinks } from '../../../messaging/unsubscribe-page/link.ts';
import {
  type CampaignRendering,
  type OpenCampaign,
  openCampaign,
  type RenderCampaignDeps,
} from './render-for-contact.ts';

/** Dependencies of tests. */
export interface TestCampaignDeps extends RenderCampaignDeps {
  acceptor: Acceptor;
  preferences: PreferencesLinks;
  simulatorDomains: readonly string[];
}

/** A test that is asked for. */
export interface CampaignTest extends CampaignRendering {
  /** The only domain that the client's API key may send from; null: any domain. */
  boundDomainId: string | null;
  to: readonly ParsedMailbox[];
}

/**
 * Sends a test.
 * @returns the ids of the emails, in the order of the addresses; an address that comes twice counts once
 * @throws DomainError `reserved_recipient`; as `openCampaign`; refusals of a send
 */
export async function sendCampaignTest(
  deps: TestCampaignDeps,
  { to, boundDomainId, ...rendering }: CampaignTest,
  now: Date,
): Promise<string[]> {
  const recipients = [...new Map(to.map((each) => [addressKey(each.mailbox.address), each])).values()];
  refuseReservedRecipients(recipients, deps.simulatorDomains);
  const open = await openCampaign(deps, rendering, now);
  const emails: NewEmail[] = [];
  for (const recipient of recipients)
    emails.push(await toEmail(deps, open, { recipient, boundDomainId, now }));
  const batch = { mode: 'strict', indexes: emails.map((_, index) => index), refused: [] } as const;
  const { ids } = await deps.acceptor.submit({ accountId: rendering.path.accountId, emails, batch });
  return ids;
}

async function toEmail(
  { ids, preferences }: TestCampaignDeps,
  { campaign: { accountId, topicId }, content, renderFor }: OpenCampaign,
  { recipient, boundDomainId, now }: { recipient: ParsedMailbox; boundDomainId: string | null; now: Date },
): Promise<NewEmail> {
  const id = ids.next();
  const { address } = recipient.mailbox;
  const { subject, previewText, html, text } = await renderFor(address);
  const links = preferences.urlsOf({ accountId, address, topicId, emailId: id });
  return {
    id,
    accountId,
    boundDomainId,
    source: 'api',
    lane: 'transactional',
    from: content.from,
    to: [recipient],
    cc: [],
    bcc: [],
    replyTo: [...content.replyTo],
    subject,
    previewText,
    html: html && insertUnsubscribeLinks(html, links),
    text: text && insertUnsubscribeLinks(text, links),
    templateId: content.templateId,
    headers: {},
    tags: [],
    // Those who write a campaign get its tests also when they have unsubscribed, and open them: that would count as what people
    // do.
    topicId: null,
    automationId: null,
    tracking: { opens: false, clicks: false },
    scheduledAt: null,
    createdAt: now,
  };
}
