// What webhooks refuse (docs/reference/webhooks.md). URLs that only production refuses: create.test.ts.
import { each, type Refusal } from '../refusal.ts';

/** The good request has the URL under both names. */
const prepare = async () => ({ endpoint: undefined });

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an `endpoint` that differs from `endpoint_url` with validation_error 422.',
    operation: 'createWebhook',
    says: 'must not differ',
    bodies: each('endpoint', 'https://acme.dev/other'),
  },
  {
    rule: 'Rejects a webhook whose endpoint URL is absent, null or empty, or whose `events` are absent or null, with missing_required_field 422.',
    operation: 'createWebhook',
    error: 'missing_required_field',
    says: 'Missing `endpoint_url` field.',
    bodies: each('endpoint_url', undefined, null, ''),
    prepare,
  },
  {
    rule: 'Rejects a webhook whose endpoint URL is absent, null or empty, or whose `events` are absent or null, with missing_required_field 422.',
    operation: 'createWebhook',
    error: 'missing_required_field',
    says: 'Missing `events` field.',
    bodies: each('events', undefined, null),
    wholes: [undefined, {}],
  },
  {
    rule: 'Rejects an endpoint URL that is malformed or not public with validation_error 422.',
    operation: 'createWebhook',
    bodies: each('endpoint_url', 5, {}, [], ['https://acme.dev'], true),
    prepare,
  },
  {
    rule: 'Rejects `events` that are not a list of one or more names with validation_error 422.',
    operation: 'createWebhook',
    bodies: each('events', [], 'email.sent', {}, [null], [5], [['email.sent']], ['']),
  },
  {
    rule: 'Rejects an unknown event name with validation_error 422.',
    operation: 'createWebhook',
    bodies: [
      'email.read',
      'inbox.created',
      'inbox.email.received',
      'email',
      'email.',
      'Email.Sent',
      '*.*',
      'contact.topics.*',
      'webhook.*',
      '__proto__',
    ].map((name) => ({ events: ['email.sent', name] })),
  },
  {
    rule: 'Accepts this machine as an endpoint in development, but no other private address.',
    operation: 'createWebhook',
    says: '`endpoint_url`: ',
    bodies: each(
      'endpoint_url',
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://printer.local/',
    ),
    prepare,
  },
  {
    rule: 'Rejects an invalid change of a webhook with validation_error 422 and changes nothing.',
    operation: 'updateWebhook',
    bodies: [
      ...each('endpoint_url', 'http://10.0.0.1/', 'acme.dev', '', null, 5),
      ...each('endpoint', 'http://169.254.169.254/', null),
      { endpoint: 'https://acme.dev/1', endpoint_url: 'https://acme.dev/2' },
      ...each('events', [], null, ['email.read']),
      ...each('status', 'paused', null, true),
    ],
    prepare,
  },
  {
    rule: 'Rejects a filter of events by an unknown status, an unknown type or a group with validation_error 422.',
    operation: 'listWebhookEvents',
    queries: [...each('status', 'done', ''), ...each('type', 'email.*', 'email.read', '')],
  },
  {
    rule: 'Rejects a replay without `since` with missing_required_field 422.',
    operation: 'replayWebhook',
    error: 'missing_required_field',
    says: 'since',
    bodies: each('since', undefined, null),
    wholes: [{}],
  },
  {
    rule: 'Rejects a `since` that is not a time, is before 1970 or is in the future, or an unknown `status`, with validation_error 422.',
    operation: 'replayWebhook',
    bodies: [
      ...each('since', 'in 1 hour', '2999-01-01', 'whenever', '', '2026-02-30'),
      ...each('since', '0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', 5, {}),
      ...each('status', 'pending', 'all', 5),
      ...each('dry_run', 'true', 1, {}),
    ],
  },
];
