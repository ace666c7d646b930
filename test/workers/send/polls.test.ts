// Mail with a poll, as it arrives: the poll in html and text, and the links of each recipient.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { createPollLinks } from '../../../shared/resources/messaging/polls/link.ts';
import type { PollDefinition } from '../../../shared/resources/messaging/polls/poll.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { pollDefinition } from '../../support/factories/poll-factories.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const PUBLIC_URL = 'https://mail.posthorn.test';
const TO = mailboxes('bo@customer.dev', 'Cy <Cy@customer.dev>');
const BOTH = { opens: true, clicks: true };
const LINK = /https:\/\/mail\.posthorn\.test\/poll\/([\w-]+)/g;
const WORDS = { question: 'Bread & <b>butter</b>?', labels: ['Yes <3', 'No', 'Perhaps "later"'] };

describe('Mail with a poll', () => {
  const sending = useSending();
  const tokens = createPollLinks(PUBLIC_URL, TEST_SECRET_KEYS);
  let job: SendJob;
  let poll: PollDefinition;
  before(async () => {
    job = await sending.openJob({ config: { publicUrl: PUBLIC_URL } });
  });
  beforeEach(() => {
    poll = pollDefinition(WORDS);
  });

  /** Sends an email. @returns what its recipients read, in the order of their addresses */
  const send = async (changes: Partial<NewEmail>) => {
    sending.sink.clear();
    const { id } = await sending.sendUntil('delivered', { poll, ownsPoll: true, ...changes }, job);
    const messages = await Promise.all(
      sending.sink.messages.map(async (message) => {
        expect(await sending.verify(message)).to.equal('pass');
        const { html, text = '' } = await simpleParser(message.raw);
        return { to: message.to[0] ?? '', html: html || '', text };
      }),
    );
    return { id, messages: messages.sort((a, b) => (a.to < b.to ? -1 : 1)) };
  };
  /** Asserts that a part has all links of a recipient. @returns their texts */
  const expectLinks = (part: string, voter: { emailId: string; address: string }, times = 1) => {
    const found = [...part.matchAll(LINK)];
    const expected = Array.from({ length: times }, () => [1, 2, 3]).flat();
    expect(found.map(([, token = '']) => tokens.open(token))).to.deep.equal(
      expected.map((option) => ({ accountId: sending.accountId, pollId: poll.id, option, ...voter })),
    );
    expect(part).not.to.include('{{{');
    return found.map(([url]) => url);
  };

  it("Shows the poll in the message of each recipient, in place of `{{{POLL}}}` or at the end, with links of the recipient's own, which are never tracked.", async () => {
    const html = '<html><body><p>Hi</p>{{{ POLL }}}<p><a href="https://shop.test">Shop</a></p></body></html>';
    const { id: emailId, messages } = await send({ to: TO, html, text: null, tracking: BOTH });
    const seen = new Set<string>();
    for (const { to: address, html, text } of messages) {
      for (const url of expectLinks(html, { emailId, address })) seen.add(url);
      expectLinks(text, { emailId, address });
      expect(html).to.match(
        /^<html><body><img [^>]*\/o\/[^>]*><p>Hi<\/p><table .*Bread &amp; &lt;b&gt;butter&lt;\/b&gt;\?.*Yes &lt;3<\/a>.*<\/table>\n<p><a href="[^"]*\/c\//s,
      );
      expect(text).to.include('Bread & <b>butter</b>?').and.include('Yes <3 [https:');
    }
    expect([messages.length, seen.size]).to.deep.equal([2, 6]);

    const appended = await send({ html: '<body><p>Hi</p></body>', text: 'Hi', tracking: BOTH });
    const [message = expect.fail()] = appended.messages;
    const voter = { emailId: appended.id, address: 'bo@customer.dev' };
    expectLinks(message.html, voter);
    expectLinks(message.text, voter);
    expect(sending.sink.messages[0]?.raw.toString()).not.to.include('quoted-printable');
    expect(message.html).to.match(/<p>Hi<\/p><table .*<\/table>\n\n?<\/body>$/s);
    expect(message.text).to.match(/^Hi\n\nBread & <b>butter<\/b>\?\n\n\* Yes <3: https:/);
  });

  it('shows it next to links to unsubscribe, and none in a part that there is not', async () => {
    const topicId = (await createTopic(sending.pool, sending.accountId)).id;
    const html = '<p>{{{POLL}}}<a href="{{{UNSUBSCRIBE_URL}}}">leave</a></p>';
    const { id: emailId, messages } = await send({ topicId, html, text: '' });
    const [message = expect.fail()] = messages;
    expectLinks(message.html, { emailId, address: 'bo@customer.dev' });
    expect(message.html).to.match(/<a href="https:\/\/mail\.posthorn\.test\/unsubscribe\/[\w-]+">leave/);
    expect(sending.sink.messages[0]?.raw.toString()).not.to.include('text/plain');
    const plain = await send({ html: null, text: '{{{POLL}}}' });
    expectLinks(plain.messages[0]?.text ?? '', { emailId: plain.id, address: 'bo@customer.dev' });
    expect(plain.messages[0]?.html).to.equal('');
  });

  it('shows it in mail of a campaign, above the footer', async () => {
    const { pool, accountId } = sending;
    const campaign = await createCampaign(pool, accountId, { html: '<p>Hi</p>', text: 'Hi', poll });
    const contactId = await createCampaignRecipient(pool, campaign, { state: 'released' });
    const { id: emailId, messages } = await send({
      poll: null,
      ownsPoll: false,
      html: null,
      text: null,
      source: 'campaign',
      tracking: BOTH,
      campaign: { campaignId: campaign.id, dispatchId: campaign.dispatchId, contactId },
      rendered: { sourceId: campaign.contentId, data: {}, bytes: 100 },
    });
    const [message = expect.fail()] = messages;
    for (const part of [message.html, message.text])
      expectLinks(part, { emailId, address: 'bo@customer.dev' });
    expect(message.html).to.match(/<p>Hi<\/p>\n<table .*<\/table>\n.*<div .*\/unsubscribe\//s);
    expect(message.text).to.match(/^Hi\n\nBread .*\n\nUnsubscribe: https:/s);
  });

  it('shows the same poll in several places, and none where it would break a tag, as a name of a contact could', async () => {
    const templateId = randomUUID();
    const html = '<p title="{{{POLL}}}">{{{POLL}}}</p><!-- {{{POLL}}} -->{{{POLL|none}}}';
    const { id: emailId, messages } = await send({ html, templateId, ownsPoll: false });
    expectLinks(messages[0]?.html ?? '', { emailId, address: 'bo@customer.dev' }, 2);
    expect(messages[0]?.html).to.match(/^<p title=""><table .*<!-- {2}-->/s);
    const many = await send({ html: '<p>{{{POLL}}}</p>'.repeat(20), templateId, ownsPoll: false });
    expectLinks(many.messages[0]?.html ?? '', { emailId: many.id, address: 'bo@customer.dev' }, 10);
    const inTag = await send({ html: '<p title="{{{POLL}}}">Hi</p>' });
    expect(inTag.messages[0]?.html).to.match(/^<p title="">Hi<\/p>\n<table /);
  });
});
