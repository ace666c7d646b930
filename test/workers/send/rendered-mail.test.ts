// Mail of campaigns has no contents of its own: whatever reads it renders it again, with the time of the email as `now`. So the
// message, its retry, GET, the page of a share link and the frame of the dashboard have the same octets.
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { createBodyReader } from '../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import { createCampaignContents } from '../../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import {
  renderCampaign,
  withLinkParameters,
} from '../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import { LARGE_CONTENT_BYTES } from '../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { findEmailContents } from '../../../shared/resources/messaging/emails/find.ts';
import { findSharedEmail } from '../../../shared/resources/messaging/emails/find-shared.ts';
import {
  type CampaignFields,
  createCampaign,
  createCampaignRecipient,
} from '../../support/factories/campaign-factories.ts';
import { useSending } from './support/use-sending.ts';

const LINK = '{{{UNSUBSCRIBE_URL}}}';
const HTML = `<p>Hi {{{FIRST_NAME|you}}}, {{ contact.properties.plan }} at {{ "now" | date: "%H:%M:%S" }}</p>
<p>{{ contact | json }}</p>`;

describe('Mail of a campaign', () => {
  const sending = useSending();
  before(() => sending.startWorker({ config: { publicUrl: 'https://mail.posthorn.test' } }));

  /** What is released for a contact, as the walk of a campaign makes it. */
  const release = async (said: CampaignFields) => {
    const { pool, accountId, clock } = sending;
    const campaign = await createCampaign(pool, accountId, said);
    const contactId = await createCampaignRecipient(pool, campaign, { state: 'released' });
    const content = await createCampaignContents(pool, new FairTurns()).get(accountId, campaign.contentId);
    const contact = { email: 'bo@customer.dev', first_name: 'Bo', last_name: null, unsubscribed: false };
    const properties = { plan: 'Ünlimited <3', b: 1, a: true };
    const values = { contact: { ...contact, properties }, now: clock.now() };
    const rendered = await withLinkParameters(renderCampaign(content, values), content);
    const { data, subject, previewText, html, text } = rendered;
    const changes: Partial<NewEmail> = {
      subject,
      previewText,
      html: null,
      text: null,
      source: 'campaign',
      tracking: { opens: false, clicks: false },
      campaign: { campaignId: campaign.id, dispatchId: campaign.dispatchId, contactId },
      rendered: { sourceId: campaign.contentId, data, bytes: (html?.length ?? 0) + (text?.length ?? 0) },
    };
    return { changes, html, text };
  };
  /** What all readers of an email show, each in its own way. */
  const readAll = async (id: string) => {
    const { pool, accountId } = sending;
    const deps = { database: pool, readBody: createBodyReader(pool, new FairTurns()) };
    const readers = [sending.find(id), findEmailContents(deps, accountId, id), findSharedEmail(deps, id)];
    return (await Promise.all(readers)).map((read) => ({ html: read?.html, text: read?.text }));
  };
  /** The links of the recipient are in the message alone. The parser adds a line break to what ends with one. */
  const asStored = (content: string | false | undefined) =>
    (content || '').replaceAll(/https:\/\/mail\.posthorn\.test\/unsubscribe\/[\w-]+/g, LINK).trimEnd();

  it('says the same in its message, in a retry and to all who read it, later too', async () => {
    for (const contents of [
      { html: HTML },
      {
        html: `${HTML}<p><a data-track="off" href="https://acme.dev/#a">Sale</a></p>`,
        utm: { source: 'news' },
      },
      { html: HTML, text: 'Bye {{ contact.properties }}{{{UNSUBSCRIBE_URL}}}' },
      { html: null, text: 'Hi {{{FIRST_NAME}}} at {{ "now" | date: "%H:%M:%S" }}' },
      { html: `${HTML}<p>${'long '.repeat(LARGE_CONTENT_BYTES / 5)}</p>` },
    ]) {
      sending.sink.clear();
      sending.refuse('451 4.3.0 later', { times: 1 });
      const { changes, html, text } = await release(contents);
      const { id } = await sending.sendUntil('delivery_delayed', changes);
      await sending.tick(RETRY_DELAYS_MS[0]);
      await sending.whenStatus(id, 'delivered');
      expect(await readAll(id)).to.deep.equal(Array(3).fill({ html, text }));
      const [message, ...more] = sending.sink.messages;
      expect(more).to.deep.equal([]);
      if (contents.utm) expect(html).to.include('https://acme.dev/?utm_source=news#a');
      const body = await simpleParser(message?.raw ?? expect.fail());
      expect(asStored(body.html)).to.equal(html?.trimEnd() ?? '');
      if (text !== null) expect(asStored(body.text)).to.equal(text.trimEnd());
      else expect(body.text).to.include('Hi Bo, Ünlimited <3 at');
      const { rows } = await sending.pool.query(
        'SELECT html, text, source_id, data FROM email_contents WHERE id = $1',
        [id],
      );
      const { sourceId, data } = changes.rendered ?? expect.fail();
      expect(rows).to.deep.equal([{ html: null, text: null, source_id: sourceId, data }]);
    }
  });
});
