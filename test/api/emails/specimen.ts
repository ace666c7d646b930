// Specimens of emails for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).

import { expect } from 'chai';
import type { Pool } from 'pg';
import { createEmail } from '../../support/factories/factories.ts';
import { type DialoguePart, storedDialogue } from '../../support/stored-dialogue.ts';
import { exampleOf, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createSender } from './sender.ts';

/** What was said to the server of each recipient, which went straight there. */
async function giveDialogues(pool: Pool, emailId: string): Promise<void> {
  const tls = { version: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384', verified: true };
  const part: DialoguePart = {
    server: 'mx.customer.dev',
    address: '198.51.100.7',
    source: '203.0.113.5',
    mails_before: 0,
    tls,
    opened_at: '2026-11-20T12:00:00.000Z',
    lines: [
      [0, 'c', 'DATA'],
      [41, 's', '354 Go on'],
    ],
  };
  await pool.query('UPDATE email_recipients SET dialogue = $2 WHERE email_id = $1', [
    emailId,
    storedDialogue(part),
  ]);
  await pool.query(
    `INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
     SELECT id, id, account_id, 'bo@customer.dev', 'delivered', $2, created_at FROM emails WHERE id = $1`,
    [
      emailId,
      { server: part.server, tls: { version: tls.version, verified: true, policy: 'opportunistic' } },
    ],
  );
}

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    sendEmail: {
      body: {
        from: 'Ana <ana@acme.dev>',
        to: ['bo@customer.dev', 'Cy <cy@customer.dev>'],
        cc: 'di@customer.dev',
        bcc: [],
        reply_to: ['help@acme.dev'],
        subject: 'Hello',
        html: '<p>Hello</p>',
        text: 'Hello',
        headers: { 'X-Order': '42' },
        tags: [{ name: 'kind', value: 'welcome' }],
        preview_text: 'A first look',
        scheduled_at: null,
        tracking: { opens: true, clicks: false },
        poll: {
          question: 'Which day?',
          options: ['Monday', 'Tuesday'],
          closes_at: 'in 3 days',
          results: 'public',
        },
        attachments: [
          {
            filename: 'a.png',
            content: 'YQ==',
            content_type: 'image/png',
            content_id: 'a',
            content_disposition: 'inline',
          },
          { filename: 'b.pdf', path: 'https://files.customer.dev/b.pdf' },
          { filename: 'c.txt', content: { type: 'Buffer', data: [99, 10] } },
        ],
      },
    },
    sendBatch: {
      body: [
        { from: 'Ana <ana@acme.dev>', to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' },
        { from: 'ana@acme.dev', to: ['cy@customer.dev'], subject: 'Hello', html: '<p>Hello</p>', tags: null },
      ],
    },
    listEmails: {
      query: {
        limit: '20',
        after: UNKNOWN_ID,
        status: 'delivered,sent',
        since: '2026-11-20',
        until: 'tomorrow',
        domain_id: UNKNOWN_ID,
        campaign_id: UNKNOWN_ID,
        broadcast_id: UNKNOWN_ID,
        thread_id: UNKNOWN_ID,
        q: 'hello',
        folder: 'sent',
        from: 'ana@acme.dev',
        to: 'bo@customer.dev',
        tag: 'kind:welcome',
        source: 'api',
      },
    },
    getEmailMetrics: {
      query: {
        start_date: '2026-11-01',
        end_date: '2026-11-20T12:00:00Z',
        timezone: 'Europe/Berlin',
        granularity: 'hourly',
        metrics: 'sent,delivery_rate',
        dimensions: 'period,email',
        domain_id: UNKNOWN_ID,
        email_id: UNKNOWN_ID,
      },
    },
    listEmailAttachments: { query: { limit: '1', before: UNKNOWN_ID } },
    updateEmail: { body: { scheduled_at: 'in 1 hour' } },
    shareEmail: { body: { expires_in: '2 hours' } },
  },
  create: createEmail,
  answers(app, expectAnswer) {
    it('Answers every operation on emails with exactly the fields that openapi.json describes.', async () => {
      const { api, send, domain, body, batch } = await createSender(app);
      const from = `Ana <ana@${domain.name}>`;
      const sent = await api.post('/emails').send(exampleOf('sendEmail', { from }));
      const { id } = sent.body;
      await giveDialogues(app.pool, id);
      const later = (await send({ scheduled_at: 'in 1 hour' })).body.id;
      for (const [operation, asked] of [
        ['sendEmail', sent],
        ['sendBatch', batch([body({ from }), body({ from, to: 'cy@customer.dev', text: 'Hello Cy' })])],
        ['listEmails', api.get('/emails')],
        ['listEmailSources', api.get('/emails/sources')],
        ['getEmailMetrics', api.get('/emails/metrics').query({ dimensions: 'period,domain' })],
        ['shareEmail', api.post(`/emails/${id}/share`).send(exampleOf('shareEmail'))],
        ['updateEmail', api.patch(`/emails/${later}`).send(exampleOf('updateEmail'))],
        ['cancelEmail', api.post(`/emails/${later}/cancel`)],
        ['traceEmail', api.get(`/emails/${id}/trace`)],
        ['getEmail', api.get(`/emails/${id}`)],
      ] as const) {
        const answer = await asked;
        if (operation === 'listEmails') expect(answer.body.data).to.have.length(4);
        expectAnswer(operation, answer.status, answer.body);
      }
    });

    it('Answers attachments with exactly the fields that openapi.json describes, also before a hosted file is fetched.', async () => {
      const { api, sent } = await createSender(app);
      const hosted = { path: 'https://files.customer.dev/b.pdf' };
      const { id } = await sent({
        attachments: [{ filename: 'a.txt', content: 'YQ==', content_id: 'a' }, hosted],
      });
      const list = await api.get(`/emails/${id}/attachments`);
      expect(list.body.data).to.have.length(2);
      expectAnswer('listEmailAttachments', list.status, list.body);
      for (const file of list.body.data) {
        const attachment = await api.get(`/emails/${id}/attachments/${file.id}`);
        expectAnswer('getEmailAttachment', attachment.status, attachment.body);
      }
    });
  },
};
