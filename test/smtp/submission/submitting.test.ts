// What becomes of a message that a program submits (docs/reference/smtp.md).
import { expect } from 'chai';
import { createSender, useSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { queuedId, useSubmission } from '../support/use-submission.ts';

describe('A submitted message', () => {
  const app = useApp();
  const sender = useSender(app);
  const submission = useSubmission(app);
  const from = () => `Ana <ana@${sender.domain.name}>`;
  const recordOf = (reply: string) => sender.read(`/emails/${queuedId(reply)}`);
  const raw = (fields: string, body = 'Hello', envelope?: { to: string[] }) =>
    submission.sendRaw(sender.token, `From: ${from()}\r\n${fields}\r\n\r\n${body}`, envelope);

  it('Makes an email of a message like those of the API, with its texts, header fields, files, Date and Message-ID.', async () => {
    const record = await recordOf(
      await submission.send(sender.token, {
        from: from(),
        to: 'Bo Müller <bo@customer.dev>',
        cc: 'cy@customer.dev',
        bcc: 'di@customer.dev',
        replyTo: 'help@acme.dev',
        subject: 'Grüße aus Köln',
        text: 'Guten Tag, Bo',
        html: '<p>Guten Tag, Bö <img src="cid:logo">',
        messageId: '<ticket-17@gitlab.acme.dev>',
        inReplyTo: '<ticket-16@gitlab.acme.dev>',
        date: new Date('2026-11-20T09:00:00Z'),
        headers: {
          'X-Posthorn-Hops': '3',
          'X-Ticket': 'Nr. 17: Öl',
          'X-Posthorn-Tag': ['kind=ticket', 'team=a'],
        },
        attachments: [
          { filename: 'Rechnung Ü.pdf', content: 'pdf', contentType: 'application/pdf' },
          { filename: 'logo.png', content: 'png', cid: 'logo', contentDisposition: 'inline' },
        ],
      }),
    );
    expect(record).to.include({
      source: 'smtp',
      from: from(),
      subject: 'Grüße aus Köln',
      message_id: '<ticket-17@gitlab.acme.dev>',
    });
    expect(record.text.trim()).to.equal('Guten Tag, Bo');
    expect(record.html.trim()).to.equal('<p>Guten Tag, Bö <img src="cid:logo">');
    expect([record.to, record.cc, record.bcc, record.reply_to]).to.deep.equal([
      ['Bo Müller <bo@customer.dev>'],
      ['cy@customer.dev'],
      ['di@customer.dev'],
      ['help@acme.dev'],
    ]);
    expect(record.headers).to.deep.equal({
      Date: 'Fri, 20 Nov 2026 09:00:00 +0000',
      'In-Reply-To': '<ticket-16@gitlab.acme.dev>',
      'X-Posthorn-Hops': '3',
      'X-Ticket': 'Nr. 17: Öl',
    });
    expect(record.tags).to.deep.equal([
      { name: 'kind', value: 'ticket' },
      { name: 'team', value: 'a' },
    ]);
    const { data: files } = await sender.read(`/emails/${record.id}/attachments`);
    expect(
      files.map(({ filename, content_type, content_disposition, content_id }: Record<string, unknown>) => ({
        filename,
        content_type,
        content_disposition,
        content_id,
      })),
    ).to.deep.equal([
      { filename: 'logo.png', content_type: 'image/png', content_disposition: 'inline', content_id: 'logo' },
      {
        filename: 'Rechnung Ü.pdf',
        content_type: 'application/pdf',
        content_disposition: 'attachment',
        content_id: null,
      },
    ]);
  });

  it('Sends to the recipients of the envelope, whatever To and Cc show.', async () => {
    const others = await recordOf(
      await raw('To: Bo <BO@customer.dev>, list@elsewhere.dev\r\nSubject: s', 'Hello', {
        to: ['bo@customer.dev', 'di@customer.dev', 'DI@customer.dev'],
      }),
    );
    expect([others.to, others.bcc]).to.deep.equal([['Bo <BO@customer.dev>'], ['di@customer.dev']]);
    expect(others.headers).to.include({ To: 'Bo <BO@customer.dev>, list@elsewhere.dev' });
    const hidden = await recordOf(
      await raw('To: undisclosed-recipients:;', 'Hello', { to: ['bo@customer.dev'] }),
    );
    expect(hidden).to.deep.include({ to: [], bcc: ['bo@customer.dev'], subject: '' });
    expect(hidden.headers).to.include({ To: 'undisclosed-recipients:;' });
    const bare = await recordOf(await raw('Subject: s', 'Hello', { to: ['bo@customer.dev'] }));
    expect(bare).to.deep.include({ to: [], bcc: ['bo@customer.dev'], headers: {} });
  });

  it('Reads tags, topic and scheduled time of an email from header fields that no recipient sees.', async () => {
    const topicId = await sender.make('/topics', { name: 'News', default_subscription: 'opt_in' });
    const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const record = await recordOf(
      await raw(
        `To: bo@customer.dev\r\nX-Posthorn-Topic: ${topicId}\r\nX-Posthorn-Scheduled-At: ${at}\r\nX-Posthorn-Tag: a=b`,
        'Hello',
        { to: ['bo@customer.dev'] },
      ),
    );
    expect(record).to.deep.include({ status: 'pending', scheduled_at: at, topic_id: topicId, headers: {} });
  });

  it('Stores a message once, however often the program repeats it because it has lost the answer.', async () => {
    const first = queuedId(await raw('Message-ID: <a@acme.dev>'));
    expect(queuedId(await raw('Message-ID: <a@acme.dev>'))).to.equal(first);
    expect(queuedId(await raw('Message-ID: <a@acme.dev>', 'Hello!'))).not.to.equal(first);
    expect(
      queuedId(await raw('Message-ID: <a@acme.dev>', 'Hello', { to: ['bo@customer.dev'] })),
    ).not.to.equal(first);
    const withoutId = queuedId(await raw('Subject: s'));
    expect(queuedId(await raw('Subject: s')), 'it may be another on purpose').not.to.equal(withoutId);
    const keyed = queuedId(await raw('X-Posthorn-Idempotency-Key: k'));
    expect(queuedId(await raw('X-Posthorn-Idempotency-Key: k'))).to.equal(keyed);
    expect(await raw('Resend-Idempotency-Key: k', 'Other')).to.match(
      /^550 5\.7\.1 This idempotency key was already used/,
    );
    expect(await sender.count('emails')).to.equal(6);
  });

  it("Writes a Message-ID of its own in the place of one that has the id of another account's email.", async () => {
    const other = await createSender(app);
    const foreign = `<${(await other.sent()).id}@a.dev>`;
    const own = `<${(await sender.sent()).id}@a.dev>`;
    const idOf = async (fields: string) => (await recordOf(await raw(fields))).message_id;
    for (const kept of ['', 'Content-Type: text/calendar\r\n'])
      for (const written of [
        foreign,
        `${foreign} <x@a.dev>`,
        `(${foreign}) <x@a.dev>`,
        foreign.toUpperCase(),
      ]) {
        const reply = await raw(`${kept}Message-ID: ${written}\r\nX-Odd: 1`);
        const { message_id, id } = await recordOf(reply);
        expect(message_id, written).to.equal(`<${id}@${sender.domain.name}>`);
        expect(await raw(`${kept}Message-ID: ${written}\r\nX-Odd: 1`), 'a repeat').to.equal(reply);
      }
    expect(await idOf(`Message-ID: ${own}`)).to.equal(own);
    expect(await idOf('Message-ID: <01a00000-0000-7000-8000-000000000000@a.dev>')).to.include('01a00000');
  });

  it('Drops recipients as POST /emails does, and refuses a message of which none is left.', async () => {
    await createSuppression(app.pool, sender.accountId, 'gone@customer.dev');
    const record = await recordOf(
      await raw('To: gone@customer.dev', 'Hello', { to: ['gone@customer.dev', 'bo@customer.dev'] }),
    );
    expect(
      record.events.map(({ type, recipient }: Record<string, string>) => [type, recipient]),
    ).to.deep.equal([['suppressed', 'gone@customer.dev']]);
    expect(await raw('Subject: s', 'Hello', { to: ['gone@customer.dev'] })).to.match(
      /^550 5\.1\.3 All recipients are suppressed\. The email was not sent\. gone@customer\.dev has been/,
    );
  });

  it('Keeps a message that is more than text and files as it came.', async () => {
    const signed = [
      'Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Grüße',
      '--b',
      'Content-Type: application/pgp-signature',
      '',
      'signature',
      '--b--',
    ].join('\r\n');
    const header = `From: ${from()}\r\nTo: bo@customer.dev\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=`;
    const hidden =
      'Bcc: di@customer.dev,\r\n\ted@customer.dev\r\nReturn-Path: <a@b.dev>\r\nX-Posthorn-Tag: a=b';
    const record = await recordOf(
      await submission.sendRaw(sender.token, `${header}\r\n${hidden}\r\n${signed}`, {
        to: ['bo@customer.dev'],
      }),
    );
    expect(record).to.deep.include({
      subject: 'Grüße',
      tags: [{ name: 'a', value: 'b' }],
      to: ['bo@customer.dev'],
    });
    expect(record.text.trim()).to.equal('Grüße');
    const { rows } = await app.pool.query(
      'SELECT bytes FROM email_kept_messages JOIN attachment_chunks ON attachment_chunks.id = content_id WHERE email_kept_messages.id = $1',
      [record.id],
    );
    expect(rows.map(({ bytes }) => bytes.toString())).to.deep.equal([`${header}\r\n${signed}\r\n`]);
    const { rows: left } = await app.pool.query('SELECT FROM attachment_uploads');
    expect(left, 'no upload is left').to.deep.equal([]);
  });

  it('Keeps a message with octets that its charset does not have, flowed text, or parts that were not read as it came.', async () => {
    const bodies = [
      'Subject: Gr\xfc\xdfe\r\n\r\nGr\xfc\xdfe aus K\xf6ln',
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe',
      'Content-Type: text/html\r\n\r\n<meta charset=windows-1252>K\xf6ln',
      'Content-Type: text/plain; format=flowed\r\n\r\n> is it \r\n> on its way?',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--B\r\n\r\ntext\r\n--B--',
    ];
    for (const body of bodies) {
      const message = `From: ${from()}\r\nTo: bo@customer.dev\r\n${body}\r\n`;
      const id = queuedId(await submission.sendRaw(sender.token, Buffer.from(message.trimEnd(), 'latin1')));
      const { rows } = await app.pool.query(
        'SELECT bytes FROM email_kept_messages JOIN attachment_chunks ON attachment_chunks.id = content_id WHERE email_kept_messages.id = $1',
        [id],
      );
      expect(rows.map(({ bytes }) => bytes.toString('latin1'))).to.deep.equal([message]);
    }
  });

  it('Logs each message as a request with the method SMTP.', async () => {
    const id = queuedId(await raw('Subject: s'));
    await raw('X-Posthorn-Topic: news');
    await app.deps.requestLogs.drain();
    const { data } = await sender.read('/logs?method=SMTP');
    const refusal = {
      statusCode: 422,
      name: 'validation_error',
      message: '`X-Posthorn-Topic` must be the id of a topic.',
    };
    const [refused, accepted] = data;
    expect(data).to.have.length(2);
    expect(accepted).to.include({ method: 'SMTP', endpoint: '/smtp', response_status: 200 });
    expect(await sender.read(`/logs/${accepted.id}`)).to.deep.include({
      response_body: { id },
      request_body: null,
    });
    expect(await sender.read(`/logs/${refused.id}`)).to.deep.include({
      response_status: 422,
      error_name: refusal.name,
      response_body: refusal,
    });
  });
});
