// Mail whose opens or clicks are measured, as it arrives: the links and the pixel of each recipient, and what has neither
// (docs/reference/delivery.md#opens-and-clicks).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type ParsedMail, simpleParser } from 'mailparser';
import { createTrackingTokens } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { LARGE_CONTENT_BYTES } from '../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { type SendJob, sharedOctets, useSending } from './support/use-sending.ts';

const PUBLIC_URL = 'https://mail.posthorn.test';
const TO = mailboxes('bo@customer.dev', 'Cy <Cy@customer.dev>');
const BOTH = { opens: true, clicks: true };
const HTML = `<!doctype html><html><head><title>Hi</title></head><body bgcolor="#fff">
<p>Hello <a href="https://shop.test/?a=1&amp;b=2">Grüße</a> <a href='https://b.test'>b</a></p>
<!--[if mso]><v:roundrect href="https://c.test/"/><![endif]--></body></html>`;
const TARGETS = ['https://shop.test/?a=1&b=2', 'https://b.test', 'https://c.test/'];
const TRACKED = /https:\/\/[\w.]+\/c\/([\w-]+)/g;
const PIXEL = /<img src="(https:\/\/[\w.]+)\/o\/([\w-]+)" width="1" height="1" alt="" style="[^"]*">/;

/** A message as its recipient reads it. */
interface Read extends Pick<ParsedMail, 'headers'> {
  to: string;
  html: string;
  text: string;
}

describe('Mail that is measured', () => {
  const sending = useSending();
  const tokens = createTrackingTokens(TEST_SECRET_KEYS);
  let job: SendJob;
  before(async () => {
    job = await sending.openJob({ config: { publicUrl: PUBLIC_URL } });
  });

  const read = async (message: SinkMessage): Promise<Read> => {
    expect(await sending.verify(message)).to.equal('pass');
    const { html, text = '', headers } = await simpleParser(message.raw);
    return { to: message.to[0] ?? '', html: html || '', text: text.trim(), headers };
  };
  /** Sends an email. @returns what its recipients read, in the order of their addresses */
  const send = async (changes: Partial<NewEmail>) => {
    sending.sink.clear();
    const { id } = await sending.sendUntil(
      'delivered',
      { tracking: BOTH, html: HTML, text: null, ...changes },
      job,
    );
    const messages = await Promise.all(sending.sink.messages.map(read));
    const recipients = await sending.recipients(id);
    const idOf = (to: string) => recipients.find(({ address }) => address === to)?.id;
    return messages
      .sort((a, b) => (a.to < b.to ? -1 : 1))
      .map((message) => ({ ...message, id: idOf(message.to) }));
  };
  const openLinks = (html: string) => [...html.matchAll(TRACKED)].map(([, token = '']) => tokens.open(token));
  /** The html without what was put into it. */
  const restore = (html: string) =>
    html.replace(PIXEL, '').replace(TRACKED, (_url, token: string) => tokens.open(token)?.link?.target ?? '');
  const withTargets = HTML.replace('&amp;', '&');
  const refuse = (address: string) =>
    sending.pool.query(
      `INSERT INTO tracking_refusals (account_id, email_key, chosen_by, chosen_at) VALUES ($1, $2, 'person', now())`,
      [sending.accountId, address],
    );

  describe('Replaces the http and https links of html by links of its own for each recipient in mail whose clicks are measured, and changes nothing else.', () => {
    it('for to and bcc recipients', async () => {
      const messages = await send({ to: TO, bcc: mailboxes('di@customer.dev'), tracking: { clicks: true } });
      expect(messages).to.have.length(3);
      for (const { id, html } of messages) {
        const links = TARGETS.map((target, number) => ({ recipientId: id, link: { number, target } }));
        expect(openLinks(html)).to.deep.equal(links);
        expect(html).not.to.match(PIXEL);
        expect(restore(html).trim()).to.equal(withTargets);
      }
    });

    it('in mail whose contents are loaded late', async () => {
      const padding = `<p>${'x'.repeat(70)}</p>\n`.repeat(LARGE_CONTENT_BYTES / 70);
      const [message] = await send({ html: `${HTML}${padding}` });
      expect(openLinks(message?.html ?? '').map((opened) => opened?.link?.target)).to.deep.equal(TARGETS);
    });

    it('with the same links at each attempt', async () => {
      const [first] = await send({ html: HTML });
      const urls = [...(first?.html ?? '').matchAll(TRACKED)].map(([, token = '']) => token);
      expect(urls).to.deep.equal(
        TARGETS.map((target, number) => tokens.link(first?.id ?? '', { number, target })),
      );
    });
  });

  it('Leaves links alone that lead to the pages of the service, that are in the List-Unsubscribe of the email’s own headers, or that have `data-track="off"` or `clicktracking="off"`.', async () => {
    const { id: topicId } = await createTopic(sending.pool, sending.accountId);
    const html = `<a href="{{{UNSUBSCRIBE_URL}}}">a</a><a href="{{{PREFERENCES_URL}}}">b</a><a href="${PUBLIC_URL}/unsubscribe/x">c</a><a data-track="off" href="https://d.test/">d</a><a clicktracking=off href="https://e.test/">e</a><a href="https://acme.dev/u?a=1&amp;b=2">f</a><a href="https://g.test/">g</a>`;
    const headers = { 'list-unsubscribe': '<mailto:u@acme.dev>, <https://acme.dev/u?a=1&b=2>' };
    for (const [changes, targets] of [
      [{ headers }, ['https://g.test/']],
      [{ headers: { 'List-Unsubscribe': 'https://acme.dev/u?a=1&b=2' } }, ['https://g.test/']],
      [{ headers: { 'List-Unsubscribe': '<HTTPS://G.test>' } }, ['https://acme.dev/u?a=1&b=2']],
      [{}, ['https://acme.dev/u?a=1&b=2', 'https://g.test/']],
    ] as const) {
      const [message] = await send({ topicId, html, tracking: { clicks: true }, ...changes });
      const { html: received = '' } = message ?? {};
      expect(openLinks(received).map((opened) => opened?.link?.target)).to.deep.equal(targets);
      expect(received).to.match(/<a href="https:\/\/mail\.posthorn\.test\/unsubscribe\/[\w-]+">a<\/a>/);
      expect(received).to.match(/<a href="https:\/\/mail\.posthorn\.test\/preferences\/[\w-]+">b<\/a>/);
      expect(received).to.include(
        `<a href="${PUBLIC_URL}/unsubscribe/x">c</a><a data-track="off" href="https://d.test/">d</a><a clicktracking=off href="https://e.test/">`,
      );
    }
  });

  it('Replaces links among the first 10,000 of an email alone, as far as they lead to URLs of 2,000,000 characters together.', async () => {
    const long = `<a href="https://g.test/${'x'.repeat(1_985)}">g</a>\n`;
    for (const [html, tracked] of [
      [`<a href="https://g.test/">g</a>\n`.repeat(10_001), 10_000],
      [long.repeat(1_001), 1_000],
    ] as const) {
      const [message] = await send({ html, tracking: { clicks: true } });
      const { html: received = '' } = message ?? {};
      expect(openLinks(received)).to.have.length(tracked);
      expect(restore(received).trim() === html.trim()).to.equal(true);
    }
  });

  it('Puts a pixel after the preview text into the html of mail whose opens are measured.', async () => {
    for (const previewText of ['Look inside', null]) {
      const messages = await send({ to: TO, previewText, tracking: { opens: true } });
      for (const { id, html } of messages) {
        const [pixel = '', base, token = ''] = PIXEL.exec(html) ?? [];
        expect(base).to.equal(PUBLIC_URL);
        expect(tokens.open(token)).to.deep.equal({ recipientId: id, link: undefined });
        const before = previewText === null ? '<body bgcolor="#fff">' : '</div>';
        expect(html).to.include(`${before}${pixel}`);
        expect(
          html
            .replace(/<div style="display:none.*?<\/div>/, '')
            .replace(pixel, '')
            .trim(),
        ).to.equal(HTML);
      }
    }
  });

  describe('Has no tracked link and no pixel in the text, also where it is made from the html.', () => {
    it('with the links of the recipient to unsubscribe', async () => {
      const { id: topicId } = await createTopic(sending.pool, sending.accountId);
      const html = `${HTML}<a href="{{{UNSUBSCRIBE_URL|x}}}">leave</a> {{{PREFERENCES_URL}}}`;
      const text = 'https://shop.test/ {{{UNSUBSCRIBE_URL}}}';
      const [made] = await send({ topicId, html, text: null });
      const [, leave] = /<a href="([^"]+)">leave/.exec(made?.html ?? '') ?? [];
      const [choose] = /https:\/\/\S+\/preferences\/[\w-]+/.exec(made?.html ?? '') ?? [];
      expect(made?.text).to.equal(
        `Hello Grüße [https://shop.test/?a=1&b=2] b [https://b.test]\n\nleave [${leave}] ${choose}`,
      );
      const [given] = await send({ topicId, html, text });
      expect(given?.text).to.match(
        /^https:\/\/shop\.test\/ https:\/\/mail\.posthorn\.test\/unsubscribe\/[\w-]+$/,
      );
    });

    it('in mail of which only the text is given', async () => {
      const messages = await send({ to: TO, html: null, text: 'https://shop.test/' });
      expect(messages.map(({ text, html }) => [text, html.includes('/c/')])).to.deep.equal([
        ['https://shop.test/', false],
        ['https://shop.test/', false],
      ]);
      expect(new Set(sending.sink.messages.map(sharedOctets)).size).to.equal(1);
    });
  });

  it('Sends people who refuse to be measured the message that they would get without tracking.', async () => {
    const to = mailboxes('bo@customer.dev', 'Eve@customer.dev');
    await refuse('eve@customer.dev');
    // The signature and the lines of the boundary come from what differs in two emails: their ids.
    const plainOf = (messages: readonly SinkMessage[], address: string) =>
      messages
        .find(({ to }) => to[0] === address)
        ?.raw.toString('latin1')
        .split('\r\nMIME-Version')[1];
    const messageId = `<${randomUUID()}@acme.dev>`;
    const [measured, refused] = await send({ to, messageId, previewText: 'Look' }).then((all) => [
      all[1],
      all[0],
    ]);
    expect(openLinks(measured?.html ?? '')).to.have.length(TARGETS.length);
    expect(refused?.to).to.equal('Eve@customer.dev');
    const sent = [...sending.sink.messages];
    await send({ to, messageId, previewText: 'Look', tracking: { opens: false, clicks: false } });
    const untracked = plainOf(sending.sink.messages, 'Eve@customer.dev');
    expect(plainOf(sent, 'Eve@customer.dev')).to.equal(untracked).and.not.equal(undefined);
    expect(plainOf(sent, 'bo@customer.dev')).not.to.equal(untracked);
  });

  it('Uses the tracking host of the domain once it is ready, and PUBLIC_URL until then.', async () => {
    const { pool, sender } = sending;
    const host = `track.${sender.domain.name}`;
    const setHost = (trackingHost: string | null) =>
      pool.query('UPDATE domains SET tracking_host = $2 WHERE id = $1', [sender.domain.id, trackingHost]);
    const basesOf = async () => {
      const [message] = await send({});
      const urls = (message?.html ?? '').match(/https:\/\/[\w.]+(?=\/[oc]\/)/g) ?? [];
      expect(urls).to.have.length(1 + TARGETS.length);
      return [...new Set(urls)];
    };
    await pool.query(`UPDATE domains SET tracking_subdomain = 'track' WHERE id = $1`, [sender.domain.id]);
    expect(await basesOf()).to.deep.equal([PUBLIC_URL]);
    await setHost(host);
    expect(await basesOf()).to.deep.equal([`https://${host}`]);
    await setHost(null);
  });

  it('is shared by all recipients where nothing in it is measured', async () => {
    await send({ to: TO, html: '<p>Hello</p>', tracking: { clicks: true } });
    const [first, second] = sending.sink.messages.map(sharedOctets);
    expect(first).to.equal(second);
  });
});
