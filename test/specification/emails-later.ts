// Sentences about emails that cannot hold before something else exists, and what that is. Whoever builds it moves them to
// emails.ts, where each needs a test.

/** What cannot hold before something else exists, and what that is. */
export const LATER: readonly { sentence: string; comesWith: string }[] = [
  { sentence: 'topic_id | string | no', comesWith: 'topics' },
  {
    sentence: 'the service | object | no | `{id}` or `{alias}` of a stored the service',
    comesWith: 'templates',
  },
  {
    sentence: 'template_id / template_alias | string | no | alternatives to `template`',
    comesWith: 'templates',
  },
  { sentence: 'variables | object | no | the service variables', comesWith: 'templates' },
  { sentence: 'Each accepts … `topic_id`, `template`.', comesWith: 'topics and templates' },
  { sentence: 'GET /emails/receiving, GET /emails/receiving/:id/attachments.', comesWith: 'receiving' },
  {
    sentence:
      'For list attachments and list received emails, `limit` is optional and omitting it returns everything.',
    comesWith: 'receiving',
  },
  {
    sentence: 'view_only_member | 403 | view-only team member attempting a write or send',
    comesWith: 'people who sign in',
  },
  {
    sentence:
      'reputation_paused | 403 | sending paused for the account or domain; do not retry automatically',
    comesWith: 'reputation',
  },
  {
    sentence:
      'reputation_limit_exceeded | 429 | account or domain reached its warm-up or recovery capacity; honor Retry-After; nothing sent',
    comesWith: 'reputation',
  },
  { sentence: 'reserved_recipient | 422', comesWith: 'forward, reply and test sends' },
  { sentence: 'sent and received emails both count', comesWith: 'receiving' },
  {
    sentence: 'a malformed id in a body is 422, an unknown one `not_found` 404',
    comesWith: 'templates and topics',
  },
  {
    sentence: 'size | send endpoints (… reply, forward) and imports by JSON read up to 100 MB',
    comesWith: 'reply, forward and imports',
  },
  { sentence: 'Order: … `view_only_member` → … reputation', comesWith: 'people who sign in, and reputation' },
  { sentence: 'late DSN ─► bounced', comesWith: 'receiving' },
  {
    sentence: 'Each recipient is its own SMTP transaction: … tracking and unsubscribe tokens',
    comesWith: 'tracking and topics',
  },
  { sentence: '`delivered`: direct MX', comesWith: 'delivery without a relay' },
  { sentence: '`dsn` (only a success DSN does).', comesWith: 'receiving' },
  { sentence: 'A due scheduled email is checked again: … reputation', comesWith: 'reputation' },
  { sentence: 'At least one of … or a template', comesWith: 'templates' },
  { sentence: 'From and subject may come from the template', comesWith: 'templates' },
  { sentence: 'CR, LF or NUL … (after rendering too) is `validation_error`.', comesWith: 'templates' },
  {
    sentence:
      '`template`: `{id}` or `{alias}` (an alias inside `id` works), or `template_id`, or `template_alias`; `variables` beside or inside.',
    comesWith: 'templates',
  },
  {
    sentence:
      'Two of these, or a template with `html`/`text`: `validation_error`; a draft template: `validation_error`. Same in batch.',
    comesWith: 'templates',
  },
  {
    sentence: 'topic-opted-out … recipients are dropped, not charged, and get a `suppressed` event',
    comesWith: 'topics',
  },
  {
    sentence: '`unsubscribed: true` alone never blocks mail that has no topic, campaign or automation.',
    comesWith: 'contacts',
  },
  {
    sentence: '`reserved_recipient` itself answers every other send (forward, reply, test sends).',
    comesWith: 'forward, reply and test sends',
  },
  { sentence: 'Rate limit: … (later also SMTP submission)', comesWith: 'SMTP submission' },
  { sentence: 'kept out of reputation.', comesWith: 'reputation' },
  {
    sentence: 'From campaigns and automations they are synthesized.',
    comesWith: 'campaigns and automations',
  },
  {
    sentence: 'Retention: bodies, events, logs and raw inbound 30 days by default, each configurable.',
    comesWith: 'retention',
  },
];
