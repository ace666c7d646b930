// Bodies in request logs: complete, but with secrets redacted and without the contents of files
// (docs/reference/logs.md#redaction).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';
import { logOf, newRequestId } from '../logs/logged.ts';

describe('The log of a request', () => {
  const app = useApp();

  /** Sends an email and answers its log. */
  async function logSend(changes: Record<string, unknown> = {}) {
    const sender = await createSender(app);
    const requestId = newRequestId();
    const { body: answer } = await sender.send(changes).set('X-Request-Id', requestId);
    return { log: await logOf(app, sender.token, requestId), answer, sender };
  }

  describe('html and text of an email', () => {
    const html = `<p>${'Grüße, Bo. '.repeat(300)}</p>`;
    const text = 'Hello, Bo. '.repeat(300);

    const storedBytes = async (id: string) => {
      const { rows } = await app.pool.query('SELECT length(request_body) AS bytes FROM logs WHERE id = $1', [
        id,
      ]);
      return rows[0].bytes;
    };

    it('Shows html and text of a sent email in its log, although they are stored with the email only.', async () => {
      const { log, sender } = await logSend({ html, text });
      expect(log.request_body).to.deep.equal(sender.body({ html, text }));
      expect(Object.keys(log.request_body)).to.deep.equal(Object.keys(sender.body({ html, text })));
      expect(await storedBytes(log.id)).to.be.below(200);
    });

    it('Keeps html and text of a refused email in the log itself.', async () => {
      const { log, sender } = await logSend({ html, text, to: 'nobody' });
      expect(log.request_body).to.deep.equal(sender.body({ html, text, to: 'nobody' }));
      expect(await storedBytes(log.id)).to.be.above(html.length + text.length);
    });

    it('Shows `[cut]` in place of html and text that are no longer stored.', async () => {
      const { log, sender, answer } = await logSend({ html, text });
      await app.pool.query('DELETE FROM email_contents WHERE id = $1', [answer.id]);
      const again = await app.as(sender.token).get(`/logs/${log.id}`);
      expect(again.body.request_body).to.include({ html: '[cut]', text: '[cut]' });
    });

    it('Shortens long texts in a body of more than 64 KiB and marks the place with `[cut]`.', async () => {
      const { log } = await logSend({ html: 'x'.repeat(100_000) });
      expect(log.request_body.html)
        .to.have.length.within(4_000, 5_000)
        .and.match(/\[cut\]$/);
      expect(log.request_body.subject).to.equal('Hello');
    });

    it('Redacts secrets in html and text.', async () => {
      const key = `ph_${'a1B2'.repeat(8)}`;
      const said = `Your key is ${key}`;
      const { log } = await logSend({ html: `${html}<p>${said}</p>`, text: `${text} ${said}` });
      for (const shown of [log.request_body.html, log.request_body.text])
        expect(shown).to.include('Your key is [redacted]').and.not.include(key);
    });
  });

  it('Logs no request body that is not a JSON object or list.', async () => {
    for (const [type, body] of [
      ['application/json', '{"signing_secret":"whsec_abcdefgh", '],
      ['text/plain', '{"signing_secret":"whsec_abcdefgh"}'],
      ['application/json', '"whsec_abcdefgh"'],
    ] as const) {
      const { token } = await createApiKey(app.pool);
      const requestId = newRequestId();
      const { status } = await app
        .as(token)
        .post('/emails')
        .set({ 'Content-Type': type, 'X-Request-Id': requestId })
        .serialize((text) => text as unknown as string)
        .send(body);
      expect(status, body).to.equal(422);
      const log = await logOf(app, token, requestId);
      expect(log.request_body, body).to.equal(null);
      expect(log.response_body.name).to.equal('validation_error');
      const { rows } = await app.pool.query("SELECT FROM logs WHERE logs::text LIKE '%whsec%'");
      expect(rows).to.deep.equal([]);
    }
  });

  describe('Logs every field of an attachment except its content.', () => {
    it('of an email', async () => {
      const attachments = [
        { filename: 'a.txt', content: Buffer.from('a file').toString('base64'), content_id: 'a' },
        { filename: 'b.pdf', path: 'https://files.customer.dev/b.pdf?X-Amz-Signature=abc123&v=2' },
        { filename: 'c.txt', content: Buffer.from('a file as numbers') },
      ];
      const { log } = await logSend({ attachments });
      expect(log.request_body.attachments).to.deep.equal([
        { filename: 'a.txt', content: '[redacted]', content_id: 'a' },
        { filename: 'b.pdf', path: 'https://files.customer.dev/b.pdf?X-Amz-Signature=[redacted]&v=2' },
        { filename: 'c.txt', content: '[redacted]' },
      ]);
    });

    it('of a batch, which may not have attachments', async () => {
      const sender = await createSender(app);
      const requestId = newRequestId();
      const content = Buffer.from('a file of a batch').toString('base64');
      const batch = [sender.body({ attachments: [{ content }, { content: Buffer.from(content) }] })];
      await app.as(sender.token).post('/emails/batch').set('X-Request-Id', requestId).send(batch);
      const log = await logOf(app, sender.token, requestId);
      expect(log.response_status).to.equal(422);
      expect(log.request_body[0].attachments).to.deep.equal(Array(2).fill({ content: '[redacted]' }));
    });
  });

  it('Redacts the signature of signed links.', async () => {
    const { sender, answer } = await logSend();
    const requestId = newRequestId();
    const path = `/emails/${answer.id}/share`;
    const shared = await app.as(sender.token).post(path).set('X-Request-Id', requestId).send({});
    const log = await logOf(app, sender.token, requestId);
    expect(shared.body.url).to.match(/signature=[\w-]{44}$/);
    expect(log.response_body.url).to.match(/\?expires=\d+&signature=\[redacted\]$/);
  });
});
