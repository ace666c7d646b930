// A good request for each operation that takes something, for tests that change it a little.

/** Fields of a query or of a body. */
export type Fields = Record<string, unknown>;

/** Good requests, with every field: what is mutated. An operation that takes something must be here. */
export const GOOD: Readonly<Record<string, { query?: Fields; body?: Fields | Fields[] }>> = {
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
      after: '01936d3e-5b7a-7c3d-9f21-0123456789ab',
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
      domain_id: '01936d3e-5b7a-7c3d-9f21-0123456789ab',
      email_id: '01936d3e-5b7a-7c3d-9f21-0123456789ab',
    },
  },
  listEmailAttachments: { query: { limit: '1', before: '01936d3e-5b7a-7c3d-9f21-0123456789ab' } },
  updateEmail: { body: { scheduled_at: 'in 1 hour' } },
  shareEmail: { body: { expires_in: '2 hours' } },
  listApiKeys: { query: { limit: '1', before: '01936d3e-5b7a-7c3d-9f21-0123456789ab' } },
  listLogs: {
    query: {
      limit: '20',
      after: '1867000000000000000',
      method: 'POST',
      status: '4xx',
      endpoint: '/emails',
      q: 'hello',
      since: '2 hours ago',
      until: '2026-11-20T12:00:00Z',
    },
  },
  listDomains: { query: { limit: '100', after: '01936d3e-5b7a-7c3d-9f21-0123456789ab' } },
  createWebhook: {
    body: {
      endpoint_url: 'https://acme.dev/hooks',
      endpoint: 'https://acme.dev/hooks',
      events: ['email.sent', 'email.*'],
    },
  },
  listWebhooks: { query: { limit: '2', after: '01936d3e-5b7a-7c3d-9f21-0123456789ab' } },
  updateWebhook: { body: { endpoint: 'https://acme.dev/hooks', events: ['*'], status: 'enabled' } },
  testWebhook: { body: { type: 'email.bounced' } },
  replayWebhook: { body: { since: '2 hours ago', status: 'failed' } },
  listWebhookEvents: {
    query: {
      limit: '2',
      after: '01936d3e-5b7a-7c3d-9f21-0123456789ab',
      status: 'failed',
      type: 'email.sent',
    },
  },
  listWebhookAttempts: { query: { limit: '2', before: '01936d3e-5b7a-7c3d-9f21-0123456789ab' } },
};
