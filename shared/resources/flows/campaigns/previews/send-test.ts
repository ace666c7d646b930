// Sends a test of a campaign, one email per address. Tests are charged and sent like other mail, with the links of the campaign's
// mail; they are not measured and not in the figures of the campaign (docs/reference/campaigns.md#tests).
import { insertRecipientLinks } from '../../../../mail/recipient-links/recipient-links.ts';
import {
  type SubmitTestDeps,
  submitTest,
  type TestEmail,
} from '../../../messaging/emails/accept/submit-test.ts';
import type { ParsedMailbox } from '../../../messaging/emails/email.ts';
import { testPollOf } from '../../../messaging/polls/define.ts';
import type { PreferencesLinks } from '../../../messaging/unsubscribe-page/link.ts';
import type { WebVersionLinks } from '../../../messaging/web-versions/link.ts';
import {
  type CampaignRendering,
  type OpenCampaign,
  openCampaign,
  type RenderCampaignDeps,
} from './render-for-contact.ts';

/** Dependencies of tests. */
export interface TestCampaignDeps extends RenderCampaignDeps, SubmitTestDeps {
  preferences: PreferencesLinks;
  webVersions: WebVersionLinks;
}

/** The test to send. */
export interface CampaignTest extends CampaignRendering {
  /** The only domain that the client's API key may send from; null: any domain. */
  boundDomainId: string | null;
  to: readonly ParsedMailbox[];
}

/**
 * Sends a test.
 * @returns the ids of the emails, in the order of the addresses; a repeated address counts once
 * @throws DomainError `reserved_recipient`; as `openCampaign`; refusals of a send
 */
export async function sendCampaignTest(
  deps: TestCampaignDeps,
  { to, boundDomainId, ...rendering }: CampaignTest,
  now: Date,
): Promise<string[]> {
  return await submitTest(deps, { accountId: rendering.path.accountId, to }, async (recipients) => {
    const open = await openCampaign(deps, rendering, { now, needsPoll: true });
    const emails: TestEmail[] = [];
    for (const { mailbox } of recipients)
      emails.push(await toEmail(deps, open, { address: mailbox.address, boundDomainId, now }));
    return emails;
  });
}

async function toEmail(
  { ids, preferences, webVersions }: TestCampaignDeps,
  { campaign: { accountId, topicId }, content, renderFor }: OpenCampaign,
  { address, boundDomainId, now }: { address: string; boundDomainId: string | null; now: Date },
): Promise<TestEmail> {
  const id = ids.next();
  const rendered = await renderFor(address);
  const { html, text } = rendered;
  const links = {
    ...preferences.urlsOf({ accountId, address, topicId, emailId: id }),
    // The test has what it says of its own.
    webVersion: webVersions.urlOf({ accountId, address, emailId: id, contentId: null }),
  };
  return {
    ...rendered,
    id,
    accountId,
    boundDomainId,
    createdAt: now,
    poll: content.poll && testPollOf(content.poll),
    html: html && insertRecipientLinks(html, links),
    text: text && insertRecipientLinks(text, links),
  };
}
