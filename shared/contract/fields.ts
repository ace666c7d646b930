// What the fields and parameters of the interface mean, each said once: the API description, its page and the
// command line's help all read it. A plain name holds wherever no entry with a scope does; the scope is the name of
// an object (objects.ts) or of an operation (operations.ts), and inner fields follow with dots.

/** `field`, `scope.field` or `scope.field.inner` → one sentence without a full stop. */
export const FIELD_MEANINGS: Readonly<Record<string, string>> = {
  object: 'Kind of the object',
  id: 'Id of the object',
  name: 'Name',
  created_at: 'When it was made',

  // Lists
  has_more: 'True when there are more objects in the direction of paging',
  data: 'The objects of this page, newest first',
  limit: 'How many objects a page has',
  after: 'Id of an object: the page behind it. Not together with `before`',
  before: 'Id of an object: the page ahead of it. Not together with `after`',

  // Emails
  from: 'Sender: `email@domain` or `Name <email@domain>`, on a domain of yours that may send',
  to: 'Recipients: an address or a list of 1 to 50',
  cc: 'Recipients of a copy: an address or a list of up to 50',
  bcc: 'Recipients of a blind copy: an address or a list of up to 50',
  reply_to: 'Where replies go: an address or a list of up to 50',
  subject: 'Subject line',
  html: 'HTML body. One of `html` and `text` is needed',
  text: 'Plain-text body; made from `html` when absent. An empty text leaves it out',
  headers: 'Headers of your own, by name',
  tags: 'Pairs that you may filter by',
  'tags.name': 'Name of the tag: ASCII letters, digits, `_` and `-`',
  'tags.value': 'Value of the tag: ASCII letters, digits, `_` and `-`',
  preview_text: 'What a mailbox shows beside the subject',
  scheduled_at: 'When it is to be sent; null: at once',
  attachments: 'Files, each with `content` (base64) or `path` (URL)',
  template: 'A stored template: `{id}` or `{alias}`',
  template_id: 'Id of the template',
  template_alias: 'Alias of the template',
  variables: 'Values for the template',
  topic_id: 'Topic that recipients may opt out of',
  campaign_id: 'Campaign that the email belongs to',
  automation_id: 'Automation that sent the email',
  message_id: 'The Message-ID header',
  status: 'State',
  last_event: 'Type of the latest event; the status while there is none',
  source: 'Where it came from',
  sent_at: 'When it first left for a recipient',
  events: 'What happened, oldest first',
  'events.type': 'What happened',
  'events.created_at': 'When it happened',
  'events.recipient': 'The address that it happened to',
  'AcceptedEmail.id': 'Id of the email',
  'AcceptedBatch.data': 'One entry for each email, in request order',
  'AcceptedBatch.data.id': 'Id of the email',
  'idempotency-key':
    'Any text of 1 to 255 characters: a request that is repeated under it within 24 hours sends nothing again',
  'x-batch-validation':
    '`strict`: one bad email refuses all. `permissive`: bad ones are left out and told in `errors`',
  count: 'How many there are',
  last_sent_at: 'When the newest of them left',
  expires_in: 'How long the link lasts, such as `10m` or `2 hours`; at most and by default 48 hours',
  url: 'The link. Whoever has it may open it',
  'listEmails.status': 'Only emails in this state; `scheduled` means `pending`',
  'listEmails.q': 'Only emails with this text in subject, from or to',
  'listEmails.folder': 'Only emails that were sent, or that are scheduled',
  'listEmails.from': 'Only emails of this sender',
  'listEmails.to': 'Only emails to this recipient',
  'listEmails.tag': 'Only emails with this tag: `name` or `name:value`',
  'listEmails.source': 'Only emails that came from here',

  // API keys
  prefix: 'The first characters of the key',
  permission: 'What the key may do',
  domain_id: 'The only domain that the key may send from; null: every one',
  last_used_at: 'When it was last used',
  expires_at: 'When it ends to be valid; null: never',

  // Domains
  'DomainItem.name': 'The domain',
  'DomainItem.status': 'Progress of its DNS records',
  region: 'Where it is served',
  default: 'True for the domain that is meant when none is named',
  audience_id: 'Audience of the domain',
  capabilities: 'What the domain is used for',
  'capabilities.sending': 'Does it send?',
  'capabilities.receiving': 'Does it receive?',
  open_tracking: 'Are opens recorded?',
  click_tracking: 'Are clicks recorded?',
  tls: 'Must the receiving server offer TLS?',
  custom_return_path: 'Label below the domain that bounces go to',
  tracking_subdomain: 'Label below the domain that tracked links lead to',

  // Errors
  'Error.statusCode': 'The HTTP status',
  'Error.name': 'The reason: branch on this',
  'Error.message': 'The reason in words, for people',
};
