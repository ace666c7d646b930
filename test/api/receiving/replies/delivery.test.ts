// What the recipient of an answer gets, by the real send worker and a mail server that keeps everything
// (docs/reference/receiving-answers.md#post-emailsreceivingidforward).
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { type ParsedMail, simpleParser } from 'mailparser';
import { CHUNK_BYTES } from '../../../../shared/platform/storage/upload-store.ts';
import { removeReceived } from '../../../../shared/resources/messaging/receiving/remove.ts';
import { useApp } from '../../../support/api/app.ts';
import { type SmtpSink, startSmtpSink } from '../../../support/smtp-sink/smtp-sink.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../support/work/worker.ts';
import { sendEntry } from '../../../workers/send/support/use-sending.ts';
import { workerConfig } from '../../../workers/support/started-worker.ts';
import type { Fields } from '../../specimen.ts';
import { useAnswering } from './answering.ts';

describe('The recipient of an answer', () => {
  const close: (() => Promise<void>)[] = [];
  // Before the hooks of the application: workers must end before their database.
  after(async () => {
    for (const end of close.splice(0).reverse()) await end();
  });
  const app = useApp();
  const account = useAnswering(app);
  let sink: SmtpSink;
  let job: ReturnType<typeof sendEntry.open>;
  let deps: Awaited<ReturnType<typeof createWorkerDeps>>;
  before(async () => {
    sink = await startSmtpSink();
    close.push(() => sink.stop());
    const { databaseUrl } = app.deps.config;
    const made = await createWorkerDeps(
      { databaseUrl, redisUrl: undefined },
      { entries: [sendEntry], clock: app.clock },
    );
    close.push(() => closeWorkerDeps(made));
    deps = { ...made, config: workerConfig(databaseUrl, { SMTP_URL: sink.url }) };
    job = sendEntry.open(deps);
    close.push(async () => job.drain?.());
  });

  /** Deletes the received email after it was answered, and sends the answer. */
  async function deliver(verb: 'forward' | 'reply', id: string, body: Fields): Promise<ParsedMail> {
    const { id: emailId } = await account.answered({ verb, id, body });
    await removeReceived(app.pool, account.accountId, [id]);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM email_recipients WHERE email_id = $1',
      [emailId],
    );
    await job.handle({ ids: rows.map((row) => row.id) }, deps);
    const { raw } = await sink.waitForMessage(({ raw: content }) => content.includes(emailId));
    return await simpleParser(raw, { keepCidLinks: true });
  }

  it('Delivers the files of a forward byte for byte, and the images that its html shows.', async () => {
    const large = randomBytes(2 * CHUNK_BYTES + 1);
    const nested = Buffer.from('Subject: nested\r\n\r\nGrüße');
    const files = [
      { filename: 'logo.png', contentType: 'image/png', contentId: 'logo', disposition: 'inline' },
      { filename: 'a.bin', contentType: 'application/octet-stream', bytes: large },
      { filename: 'b.eml', contentType: 'message/rfc822', bytes: nested },
      { filename: 'Größe.txt', bytes: Buffer.alloc(0) },
    ];
    const html = '<img src="cid:logo">';
    const id = await account.receive({ contents: { html }, files });
    const mail = await deliver('forward', id, { to: 'cy@customer.dev' });
    expect(mail.html).to.equal(html);
    expect(
      mail.attachments.map(({ filename, content, related = false, cid }) => [
        filename,
        content,
        related,
        cid,
      ]),
    ).to.deep.equal([
      ['logo.png', Buffer.from('content'), true, 'logo'],
      ['a.bin', large, false, undefined],
      ['b.eml', nested, false, undefined],
      ['Größe.txt', Buffer.alloc(0), false, undefined],
    ]);
  });

  it('Forwards the whole email as the file forwarded_message.eml when passthrough is false, with html and text of the request, and Fwd: before a subject that has none.', async () => {
    const lines = 'Grüße .\r\n..\r\n\t \r\n'.repeat(40_000);
    const raw = Buffer.from(`Received: x\r\nSubject: Grüße\r\n\r\n.${lines}`);
    const id = await account.receive({ raw, contents: { subject: 'Grüße' } });
    const mail = await deliver('forward', id, { to: 'cy@customer.dev', passthrough: false, text: 'See' });
    expect([mail.subject, mail.text]).to.deep.equal(['Fwd: Grüße', 'See']);
    const [file, ...others] = mail.attachments;
    expect([file?.filename, file?.contentType]).to.deep.equal(['forwarded_message.eml', 'message/rfc822']);
    expect([file?.content.equals(raw), others]).to.deep.equal([true, []]);
  });

  it('Sends a reply to addresses that providers gave out against the rules: with dots in a row, and at hosts with an underscore.', async () => {
    const from = [{ name: 'Bo, B', address: 'b..o.@my_host.dev' }];
    const id = await account.receive({ contents: { from, fromAddress: null } });
    await deliver('reply', id, { text: 'Thank you' });
    const { to = [], raw } = sink.messages.at(-1) ?? {};
    expect(to).to.deep.equal(['"b..o."@my_host.dev']);
    expect(raw?.toString()).to.include('\r\nTo: "Bo, B" <"b..o."@my_host.dev>\r\n');
  });

  it('Names the received email in In-Reply-To, and in References after those that it refers to, of which it keeps the first and the newest.', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `<${index}${'x'.repeat(80)}@customer.dev>`);
    const headers = [{ name: 'References', value: many.join(' ') }];
    const id = await account.receive({ contents: { headers, messageId: '<last@customer.dev>' } });
    const mail = await deliver('reply', id, { text: 'Thank you' });
    expect(mail.inReplyTo).to.equal('<last@customer.dev>');
    expect(mail.references).to.deep.equal([many[0], ...many.slice(-18), '<last@customer.dev>']);
    expect(mail.headers.get('x-posthorn-hops')).to.equal('1');
  });
});
