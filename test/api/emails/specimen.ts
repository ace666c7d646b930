// Specimens of emails for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createApiKey, createDomain, createEmail } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

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
        status: 'delivered',
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
    const send = async (attachments: object[] = []) => {
      const { token, accountId } = await createApiKey(app.pool);
      const { name } = await createDomain(app.pool, accountId);
      const request = { from: `ana@${name}`, to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
      const answer = await app
        .as(token)
        .post('/emails')
        .send({ ...request, attachments, tags: [{ name: 'kind', value: 'test' }], headers: { 'X-A': 'b' } });
      return { token, request, answer };
    };

    it('Answers every operation on emails with exactly the fields that openapi.json describes.', async () => {
      const { token, request, answer } = await send();
      expectAnswer('sendEmail', answer.status, answer.body);
      const batch = await app.as(token).post('/emails/batch').send([request]);
      expectAnswer('sendBatch', batch.status, batch.body);
      const list = await app.as(token).get('/emails');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listEmails', list.status, list.body);
      const sources = await app.as(token).get('/emails/sources');
      expectAnswer('listEmailSources', sources.status, sources.body);
      const metrics = await app.as(token).get('/emails/metrics').query({ dimensions: 'period,domain' });
      expectAnswer('getEmailMetrics', metrics.status, metrics.body);
      const shared = await app.as(token).post(`/emails/${answer.body.id}/share`).send({});
      expectAnswer('shareEmail', shared.status, shared.body);
      const later = await app
        .as(token)
        .post('/emails')
        .send({ ...request, scheduled_at: 'in 1 hour' });
      const move = { scheduled_at: 'in 2 hours' };
      const updated = await app.as(token).patch(`/emails/${later.body.id}`).send(move);
      expectAnswer('updateEmail', updated.status, updated.body);
      const canceled = await app.as(token).post(`/emails/${later.body.id}/cancel`);
      expectAnswer('cancelEmail', canceled.status, canceled.body);
      const trace = await app.as(token).get(`/emails/${answer.body.id}/trace`);
      expectAnswer('traceEmail', trace.status, trace.body);
      const email = await app.as(token).get(`/emails/${answer.body.id}`);
      expectAnswer('getEmail', email.status, email.body);
    });

    it('Answers attachments with exactly the fields that openapi.json describes, also before a hosted file is fetched.', async () => {
      const { token, answer } = await send([
        { filename: 'a.txt', content: 'YQ==', content_id: 'a' },
        { path: 'https://files.customer.dev/b.pdf' },
      ]);
      const list = await app.as(token).get(`/emails/${answer.body.id}/attachments`);
      expect(list.body.data).to.have.length(2);
      expectAnswer('listEmailAttachments', list.status, list.body);
      for (const { id } of list.body.data) {
        const attachment = await app.as(token).get(`/emails/${answer.body.id}/attachments/${id}`);
        expectAnswer('getEmailAttachment', attachment.status, attachment.body);
      }
    });
  },
};
