// Mail with a topic, of an automation or with a template: each recipient gets a message with links of its own (RFC 2369, RFC 8058).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { simpleParser } from 'mailparser';
import { RETRY_DELAYS_MS } from '../../../shared/mail/retry-schedule.ts';
import { LARGE_CONTENT_BYTES } from '../../../shared/resources/messaging/emails/delivery/load-contents.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import { createPreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { startHttpServer } from '../../support/net/http-server.ts';
import type { SinkMessage } from '../../support/smtp-sink/smtp-sink.ts';
import { type SendJob, useSending } from './support/use-sending.ts';

const PUBLIC_URL = 'https://mail.posthorn.test';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const TO = mailboxes('bo@customer.dev', 'Cy <Cy@customer.dev>');
const BCC = mailboxes('di@customer.dev');
const CONTENTS =
  'leave {{{UNSUBSCRIBE_URL}}} or {{{ RESEND_UNSUBSCRIBE_URL|x }}}, choose {{{PREFERENCES_URL}}}';
const HTML = '<p>Hello</p><a href="{{{UNSUBSCRIBE_URL}}}">leave</a>';

/** A message as its recipient reads it. */
interface Read {
  to: string;
  text: string;
  html: string;
  /** Header fields by their names in lower case, as they were sent, each without line breaks. */
  fields: Map<string, string>;
}

describe('Mail with a topic, of an automation or with a template', () => {
  const sending = useSending();
  const links = createPreferencesLinks(PUBLIC_URL, TEST_SECRET_KEYS);
  let job: SendJob;
  let topicId: string;
  before(async () => {
    job = await sending.openJob({ config: { publicUrl: PUBLIC_URL } });
    topicId = (await createTopic(sending.pool, sending.accountId)).id;
  });

  const read = async (message: SinkMessage): Promise<Read> => {
    expect(await sending.verify(message)).to.equal('pass');
    const { text = '', html, headerLines } = await simpleParser(message.raw);
    const fields = headerLines.map(({ key, line }) => [key, line.replace(/^[^:]*: /, '')] as const);
    expect(new Set(fields.map(([name]) => name)).size).to.equal(fields.length);
    return { to: message.to[0] ?? '', text: text.trim(), html: html || '', fields: new Map(fields) };
  };
  /** Sends an email. @returns its messages, in the order of their recipients */
  const send = async (changes: Partial<NewEmail>, sender = job) => {
    const { id } = await sending.sendUntil('delivered', changes, sender);
    const messages = await Promise.all(sending.sink.messages.map(read));
    return { id, messages: messages.sort((a, b) => (a.to < b.to ? -1 : 1)) };
  };
  /** What a link leads to; the token is checked with the rest of the URL. */
  const targetOf = (url: string, page: 'unsubscribe' | 'preferences') => {
    const [, token = ''] = url.split(`${PUBLIC_URL}/${page}/`);
    return links.open(token);
  };

  describe('Adds List-Unsubscribe and List-Unsubscribe-Post to mail with a topic and to mail of an automation, with a link of its own for each recipient, covered by the DKIM signature.', () => {
    it('for to, cc and bcc recipients', async () => {
      const cc = mailboxes('ed@customer.dev');
      const { id, messages } = await send({ topicId, to: TO, cc, bcc: BCC });
      expect(messages.map(({ to }) => to)).to.deep.equal([
        'Cy@customer.dev',
        'bo@customer.dev',
        'di@customer.dev',
        'ed@customer.dev',
      ]);
      const { accountId } = sending;
      for (const { to: address, fields } of messages) {
        const [, url = ''] = /^<([^<>\s]+)>$/.exec(fields.get('list-unsubscribe') ?? '') ?? [];
        expect(targetOf(url, 'unsubscribe')).to.deep.equal({ accountId, address, topicId, emailId: id });
        expect(fields.get('list-unsubscribe-post')).to.equal(ONE_CLICK);
        const [, signed = ''] = / h=([^;]+);/.exec(fields.get('dkim-signature') ?? '') ?? [];
        const names = signed.toLowerCase().split(/\s*:\s*/);
        expect(names).to.include.members(['list-unsubscribe', 'list-unsubscribe-post']);
        expect(fields.get('to')).to.equal('bo@customer.dev, Cy <Cy@customer.dev>');
      }
      const ids = new Set(messages.map(({ fields }) => fields.get('message-id')));
      expect([...ids]).to.deep.equal([`<${id}@${sending.sender.domain.name}>`]);
    });

    it('for an automation without a topic: the link unsubscribes from everything', async () => {
      const { id, messages } = await send({ source: 'automation' });
      const { fields, to: address } = messages[0] ?? expect.fail();
      const [, url = ''] = /^<([^<>\s]+)>$/.exec(fields.get('list-unsubscribe') ?? '') ?? [];
      const { accountId } = sending;
      expect(targetOf(url, 'unsubscribe')).to.deep.equal({ accountId, address, topicId: null, emailId: id });
      expect(fields.get('list-unsubscribe-post')).to.equal(ONE_CLICK);
    });

    it('a changed link or a removed field breaks the signature', async () => {
      await send({ topicId });
      const [message] = sending.sink.messages;
      const raw = message?.raw.toString('latin1') ?? expect.fail();
      for (const [found, put] of [
        ['/unsubscribe/', '/unsubscribed/'],
        ['List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n', ''],
      ] as const) {
        expect(raw).to.include(found);
        const changed = { ...message, raw: Buffer.from(raw.replace(found, put), 'latin1') };
        expect(await sending.verify(changed as SinkMessage)).to.equal('fail');
      }
    });

    it('only the first field when PUBLIC_URL is http, where mail clients would send no one-click POST', async () => {
      const http = await sending.openJob({ config: { publicUrl: 'http://mail.posthorn.test' } });
      const { messages } = await send({ topicId }, http);
      const { fields } = messages[0] ?? expect.fail();
      expect(fields.get('list-unsubscribe')).to.match(/^<http:\/\/mail\.posthorn\.test\/unsubscribe\/\S+>$/);
      expect(fields.has('list-unsubscribe-post')).to.equal(false);
    });

    it('neither to mail with a template alone nor to other mail', async () => {
      for (const origin of [{ templateId: randomUUID() }, {}]) {
        sending.sink.clear();
        const { messages } = await send(origin);
        const names = [...(messages[0]?.fields.keys() ?? [])];
        expect(names.filter((name) => name.startsWith('list-'))).to.deep.equal([]);
      }
    });
  });

  it('Keeps a List-Unsubscribe of the email’s own headers instead.', async () => {
    const own = '<https://acme.dev/u/17>, <mailto:no@acme.dev>';
    const { messages } = await send({ topicId, headers: { 'list-UNSUBSCRIBE': own } });
    const { fields } = messages[0] ?? expect.fail();
    expect(fields.get('list-unsubscribe')).to.equal(own);
    expect(fields.has('list-unsubscribe-post')).to.equal(false);
  });

  it('Leaves out a scheme that is written before the placeholder of such a link, as in `http://{{{UNSUBSCRIBE_URL}}}`.', async () => {
    const doubled = (content: string) => content.replaceAll('{{{', 'http://{{{');
    for (const given of [doubled(CONTENTS), null]) {
      sending.sink.clear();
      const { messages } = await send({ topicId, to: TO, text: given, html: doubled(HTML) });
      expect(messages).to.have.length(2);
      for (const { to, text, html } of messages) {
        const [, url = ''] = /href="([^"]+)"/.exec(html) ?? [];
        expect(targetOf(url, 'unsubscribe')?.address).to.equal(to);
        expect(text).to.include(url).and.not.to.include('http://http');
      }
    }
  });

  describe('Replaces `{{{UNSUBSCRIBE_URL}}}` and `{{{PREFERENCES_URL}}}` in html and text of mail with a topic, of an automation or with a template by links of its own for each recipient.', () => {
    for (const [kind, origin] of [
      ['a topic', () => ({ topicId })],
      ['a template', () => ({ templateId: randomUUID() })],
      ['an automation', () => ({ source: 'automation' as const })],
      ['both', () => ({ topicId, templateId: randomUUID() })],
    ] as const) {
      it(`with ${kind}`, async () => {
        const { id, messages } = await send({ ...origin(), to: TO, text: CONTENTS, html: HTML });
        const target = { accountId: sending.accountId, emailId: id };
        const topic = 'topicId' in origin() ? topicId : null;
        expect(messages).to.have.length(2);
        for (const { to: address, text, html } of messages) {
          const [, leave = '', again = '', choose = ''] =
            /^leave (\S+) or (\S+), choose (\S+)$/.exec(text) ?? [];
          expect(again).to.equal(leave);
          const expected = { ...target, address, topicId: topic };
          expect(targetOf(leave, 'unsubscribe')).to.deep.equal(expected);
          expect(targetOf(choose, 'preferences')).to.deep.equal(expected);
          expect(html).to.include(`<a href="${leave}">leave</a>`);
        }
      });
    }

    it('also in the text that is made from html, and in contents that are loaded late', async () => {
      const padding = `<p>${'x'.repeat(70)}</p>\n`.repeat(LARGE_CONTENT_BYTES / 70);
      for (const html of [HTML, `${HTML}${padding}`]) {
        sending.sink.clear();
        const { messages } = await send({ topicId, to: TO, bcc: BCC, html, text: null });
        expect(messages).to.have.length(3);
        for (const { to, text, html: received } of messages) {
          const [, url = ''] = /href="([^"]+)"/.exec(received) ?? [];
          expect(targetOf(url, 'unsubscribe')?.address).to.equal(to);
          expect(text).to.include(`leave [${url}]`);
          expect(received).not.to.include('{{{');
        }
      }
    });

    it('and fetches a hosted file once for all recipients', async () => {
      let fetched = 0;
      const server = await startHttpServer((_request, response) => {
        fetched += 1;
        response.end('a file');
      });
      const file = { contentType: 'text/plain', contentId: null, disposition: 'attachment' as const };
      const attachments = [{ ...file, filename: 'a.txt', content: null, path: server.url }];
      const sent = send({ topicId, to: TO, bcc: BCC, html: HTML, attachments });
      const { messages } = await sent.finally(server.close);
      expect(messages).to.have.length(3);
      expect(fetched).to.equal(1);
      const urls = messages.map(({ fields }) => fields.get('list-unsubscribe'));
      expect(new Set(urls).size).to.equal(3);
    });
  });

  it('Sends these placeholders unchanged in all other mail.', async () => {
    const { messages } = await send({ to: TO, text: CONTENTS, html: HTML });
    for (const { text, html } of messages) expect([text, html]).to.deep.equal([CONTENTS, HTML]);
  });

  it('has the same Message-ID, and links to the same pages, at each attempt', async () => {
    sending.sink.setFault({ stage: 'after-data', kind: 'drop', how: 'fin', times: 1 });
    const { id } = await sending.sendUntil('delivery_delayed', { topicId, text: CONTENTS }, job);
    await sending.tick(RETRY_DELAYS_MS[0]);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    const [first, second] = await Promise.all(sending.sink.messages.map(read));
    expect(second?.fields.get('message-id')).to.equal(first?.fields.get('message-id'));
    const targets = [first, second].map((message) =>
      targetOf(/^leave (\S+)/.exec(message?.text ?? '')?.[1] ?? '', 'unsubscribe'),
    );
    expect(targets[0]).to.deep.equal(targets[1]).and.not.to.equal(undefined);
  });
});
