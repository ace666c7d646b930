// The size of html in the checklist of a campaign, compared with the octets that arrive: links of the recipient, tracked ones,
// the pixel, the preview text, the poll, the footer and the line breaks of mail are all in it.

import { expect } from 'chai';
import { createTrackingTokens } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { checkCampaign } from '../../../shared/resources/flows/campaigns/checklist/check-campaign.ts';
import { createCampaignContents } from '../../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import { renderWithoutBody } from '../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import { createPollLinks } from '../../../shared/resources/messaging/polls/link.ts';
import { createPreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../../../shared/resources/messaging/web-versions/link.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createCopyingComputer } from '../../support/work/copying-computer.ts';
import { useSending } from './support/use-sending.ts';

const PUBLIC_URL = 'https://mail.posthorn.test';
const TOLERANCE_BYTES = 64;
/** Long, so that few of them are rendered: other work of the process may not use up the time of a render. */
const PARAGRAPH = `<p>Grüße, {{{FIRST_NAME|you}}}: <a href="https://acme.dev/?a=1&amp;b=2">${'what is new '.repeat(20)}</a></p>\n`;
const OWN_LINKS = '<a href="{{{WEB_VERSION_URL}}}">Web</a> <a href="{{{PREFERENCES_URL}}}">Topics</a>\r\n';
const POLL = {
  id: '01997d2c-4b6e-7a3f-8c11-2f4a9c0d5e67',
  question: 'Which day?',
  closesAt: null,
  results: 'private',
  options: ['Monday', 'Friday'].map((label, n) => ({ id: `01997d2c-4b6e-7a3f-8c11-2f4a9c0d5e6${n}`, label })),
};

describe('The size of html in the checklist of a campaign', () => {
  const sending = useSending();
  before(() => sending.startWorker({ config: { publicUrl: PUBLIC_URL } }));

  it('is that of the html that arrives', async () => {
    const { pool, accountId, clock, sender } = sending;
    const email = 'bo@customer.dev';
    const { id: contactId } = await createContact(pool, { accountId, email, firstName: 'Bo' });
    clock.advance(HOUR_MS);
    const trackingUrls = createTrackingUrls(PUBLIC_URL, createTrackingTokens(TEST_SECRET_KEYS));
    const deps = {
      database: pool,
      ids: createIds(clock),
      computer: createCopyingComputer(),
      simulatorDomains: [],
      developmentDomain: undefined,
      trackingUrls,
      links: createPreferencesLinks(PUBLIC_URL, TEST_SECRET_KEYS),
      pollLinks: createPollLinks(PUBLIC_URL, TEST_SECRET_KEYS),
      webVersions: createWebVersionLinks(PUBLIC_URL, TEST_SECRET_KEYS),
    };
    for (const { tracking, utm = null, poll = null, previewText = null } of [
      {
        tracking: { opens: true, clicks: true },
        utm: { source: 'news' },
        poll: POLL,
        previewText: 'Grüße <3',
      },
      { tracking: { opens: true, clicks: false }, poll: POLL },
      { tracking: { opens: false, clicks: false }, previewText: 'What is new' },
    ]) {
      const campaign = await createCampaign(pool, accountId, {
        status: 'draft',
        from: `ana@${sender.domain.name}`,
        tracking,
        utm,
        html: `<html><body>\n${PARAGRAPH.repeat(400)}${OWN_LINKS}</body></html>`,
      });
      await pool.query('UPDATE campaign_contents SET preview_text = $2, poll = $3 WHERE id = $1', [
        campaign.contentId,
        previewText,
        poll && JSON.stringify(poll),
      ]);
      const { findings } = await checkCampaign(deps, { accountId, id: campaign.id }, clock.now());
      const checked = findings.find(({ code }) => code === 'html_too_large')?.count ?? 0;

      const content = await createCampaignContents(pool, new FairTurns()).get(accountId, campaign.contentId);
      const contact = { email, first_name: 'Bo', last_name: null, unsubscribed: false, properties: {} };
      const { data, bytes, ...mail } = renderWithoutBody(content, { contact, now: clock.now() });
      const dispatchId = deps.ids.next();
      await createCampaignRecipient(pool, { ...campaign, dispatchId }, { contactId, state: 'released' });
      sending.sink.clear();
      await sending.sendUntil('delivered', {
        ...mail,
        html: null,
        text: null,
        source: 'campaign',
        tracking,
        campaign: { campaignId: campaign.id, dispatchId, contactId },
        rendered: { sourceId: campaign.contentId, data, bytes },
      });
      const arrived = htmlPartOf(sending.sink.messages[0]?.raw ?? expect.fail()).length;
      expect(checked).to.be.within(arrived - TOLERANCE_BYTES, arrived + TOLERANCE_BYTES);
    }
  });
});

/** The decoded octets of the html part. */
function htmlPartOf(raw: Buffer): Buffer {
  const message = raw.toString('latin1');
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(message) ?? [];
  const part = message.split(`--${boundary}`).find((each) => each.includes('text/html')) ?? '';
  const start = part.indexOf('\r\n\r\n') + 4;
  const content = part.slice(start, -'\r\n'.length);
  if (/base64/i.test(part.slice(0, start))) return Buffer.from(content, 'base64');
  if (!/quoted-printable/i.test(part.slice(0, start))) return Buffer.from(content, 'latin1');
  const decoded = content
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, octet: string) => String.fromCharCode(Number.parseInt(octet, 16)));
  return Buffer.from(decoded, 'latin1');
}
