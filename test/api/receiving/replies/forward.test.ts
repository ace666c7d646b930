// POST /emails/receiving/:id/forward (docs/reference/receiving-answers.md#post-emailsreceivingidforward).
import { expect } from 'chai';
import { createUploadStore } from '../../../../shared/platform/storage/upload-store.ts';
import { removeReceived } from '../../../../shared/resources/messaging/receiving/remove.ts';
import { useApp } from '../../../support/api/app.ts';
import type { ReceivedFields } from '../../../support/factories/received-factories.ts';
import type { Fields } from '../../specimen.ts';
import { useAnswering } from './answering.ts';

const MIB = 1024 * 1024;

describe('POST /emails/receiving/:id/forward', () => {
  const app = useApp();
  const account = useAnswering(app);
  const asked = (id: string, body: Fields = {}) =>
    ({ verb: 'forward', id, body: { to: 'cy@customer.dev', ...body } }) as const;
  const forward = async (fields: ReceivedFields = {}, body: Fields = {}) =>
    await account.answered(asked(await account.receive(fields), body));
  const filesOf = async (emailId: string): Promise<Fields[]> =>
    (await account.read(`/emails/${emailId}/attachments`)).data;

  it('Forwards a received email with its own html, text, files and subject, from the address that has received it.', async () => {
    const files = [
      { filename: 'logo.png', contentType: 'image/png', contentId: 'logo', disposition: null },
      {
        filename: 'a.csv',
        contentType: 'text/csv; charset=windows-1252',
        description: 'Sales',
        bytes: Buffer.alloc(0),
      },
    ];
    const html = '<img src="cid:logo">';
    const email = await forward({ contents: { html, text: 'Look' }, files });
    expect(email).to.deep.include({
      from: account.at('help'),
      to: ['cy@customer.dev'],
      cc: null,
      bcc: null,
      reply_to: null,
      subject: 'Hello',
      html,
      text: 'Look',
      source: 'forward',
      headers: { 'X-Posthorn-Hops': '1' },
    });
    expect(
      (await filesOf(email.id)).map((file) => [
        file['filename'],
        file['content_type'],
        file['content_id'],
        file['content_disposition'],
        file['size'],
      ]),
    ).to.deep.equal([
      ['logo.png', 'image/png', 'logo', 'inline', 7],
      ['a.csv', 'text/csv; charset=windows-1252', null, 'attachment', 0],
    ]);
    const { rows } = await app.pool.query(
      'SELECT description FROM email_attachments WHERE email_id = $1 ORDER BY id',
      [email.id],
    );
    expect(rows.map(({ description }) => description)).to.deep.equal(['Sales', null]);
  });

  it('Forwards an email without a subject as (no subject).', async () => {
    expect(await forward({ contents: { subject: null } })).to.have.property('subject', '(no subject)');
    expect(await forward({ contents: { subject: ' ' } })).to.have.property('subject', '(no subject)');
  });

  it('Replaces in a forward what an email may not have: line breaks, a name, a type or a content_id that cannot be.', async () => {
    const files = [
      { filename: null, contentType: 'multipart/mixed', contentId: 'sp ace' },
      { filename: `a\r\n${'x'.repeat(300)}`, contentType: 'text', contentId: 'x'.repeat(129) },
    ];
    const email = await forward({
      contents: { subject: `a\r\nBcc: x@customer.dev ${'y'.repeat(999)}` },
      files,
    });
    expect(email.subject)
      .to.have.length(998)
      .and.match(/^a Bcc: x@customer\.dev y+$/);
    const found = await filesOf(email.id);
    expect(found.map(({ filename }) => filename)).to.deep.equal(['attachment-0', `a ${'x'.repeat(253)}`]);
    for (const file of found)
      expect(file).to.include({ content_type: 'application/octet-stream', content_id: null });
  });

  it('Begins a new conversation with a forward.', async () => {
    const email = await forward();
    expect(email.thread_id).to.equal(email.id);
  });

  it('Forwards the whole email as the file forwarded_message.eml when passthrough is false, with html and text of the request, and Fwd: before a subject that has none.', async () => {
    const raw = Buffer.from('Subject: x\r\n\r\nGrüße\r\n');
    const own = { passthrough: false, html: '<p>See</p>', text: 'See' };
    const email = await forward({ raw, files: [{}] }, own);
    expect(email).to.deep.include({ subject: 'Fwd: Hello', html: own.html, text: own.text });
    const [file, ...others] = await filesOf(email.id);
    expect(others).to.deep.equal([]);
    expect(file).to.include({
      filename: 'forwarded_message.eml',
      content_type: 'message/rfc822',
      size: raw.length,
      content_disposition: 'attachment',
      content_id: null,
    });
    for (const subject of ['Fwd: Hello', 'FW: Hello'])
      expect(await forward({ contents: { subject } }, own)).to.have.property('subject', subject);
  });

  it('Copies the files of a forward, so that it keeps them when the received email is deleted.', async () => {
    const bytes = Buffer.alloc(MIB, 'content ');
    const id = await account.receive({ files: [{ bytes }, { bytes: Buffer.alloc(0) }] });
    const { id: emailId } = await account.answered(asked(id));
    expect(await removeReceived(app.pool, account.accountId, [id])).to.deep.equal([id]);
    const { rows } = await app.pool.query(
      'SELECT stored_id AS id, size FROM email_attachments WHERE email_id = $1 ORDER BY size DESC',
      [emailId],
    );
    const kept: Buffer[] = [];
    for await (const chunk of createUploadStore(app.deps).read(rows[0])) kept.push(chunk);
    expect(Buffer.concat(kept).equals(bytes)).to.equal(true);
    await account.answerRefused(asked(id), 'not_found');
  });

  it('Rejects a forward of files of more than 40 MiB together with validation_error 422.', async () => {
    const half = { bytes: Buffer.alloc(20 * MIB) };
    const id = await account.receive({ files: [half, half] });
    expect((await account.ask(asked(id))).status).to.equal(200);
    const over = await account.receive({ files: [half, half, { bytes: Buffer.alloc(1) }] });
    expect(await account.answerRefused(asked(over))).to.include('40 MB');
    const large = await account.receive({ raw: Buffer.alloc(40 * MIB + 1) });
    expect(await account.answerRefused(asked(large, { passthrough: false, text: 'See' }))).to.include(
      '40 MB',
    );
  });

  it('Rejects a forward of an email that was not read completely, or has more than 100 files or 10 MiB of html and text, with validation_error 422, unless passthrough is false.', async () => {
    const unfit: ReceivedFields[] = [
      { contents: { parseError: 'It has too many parts.' } },
      { files: Array.from({ length: 101 }, () => ({})) },
      { contents: { html: 'x'.repeat(10 * MIB), text: 'x' } },
    ];
    for (const fields of unfit) {
      const id = await account.receive(fields);
      expect(await account.answerRefused(asked(id))).to.include('`passthrough: false`');
      expect((await account.ask(asked(id, { passthrough: false, text: 'See' }))).status).to.equal(200);
    }
  });

  it('Answers not_found 404 for an email that lost a file while it was forwarded, and keeps no copy.', async () => {
    const id = await account.receive({ files: [{}, {}] });
    await app.pool.query(
      `DELETE FROM received_chunks WHERE id =
         (SELECT stored_id FROM received_attachments WHERE received_id = $1 AND position = 1)`,
      [id],
    );
    await account.answerRefused(asked(id), 'not_found');
  });
});
