// Made-up events for POST /webhooks/:id/test: of the same shape as the real ones (Resend's, decisions.md §9), about
// addresses of the simulator, so that nobody is confused with them.
import type { WebhookEventType } from './webhook.ts';

/** What a sample is made of. */
export interface SampleOptions {
  /** Makes ids. */
  nextId(): string;
  now: Date;
  simulatorDomain: string;
}

/** The payload of a made-up event. */
export interface SampleEvent {
  id: string;
  type: WebhookEventType;
  created_at: string;
  data: object;
}

const DIAGNOSTIC = '550 5.1.1 This is a test: no such user';

/** What the events of emails tell beside the email. */
const EMAIL_DETAILS: Readonly<Record<string, (at: string) => object>> = {
  'email.bounced': () => ({
    bounce: { type: 'Permanent', subType: 'General', message: DIAGNOSTIC, diagnosticCode: [DIAGNOSTIC] },
  }),
  'email.clicked': (at) => ({
    click: { ipAddress: '192.0.2.1', link: 'https://example.com', timestamp: at, userAgent: 'Test' },
  }),
  'email.failed': () => ({ failed: { reason: 'This is a test' } }),
  'email.suppressed': () => ({ suppressed: { message: 'This is a test', type: 'OnAccountSuppressionList' } }),
};

/** First word of the name → the event's data. */
const DATA: Readonly<Record<string, (type: WebhookEventType, options: SampleOptions) => object>> = {
  email: emailData,
  contact: contactData,
  domain: domainData,
  suppression: suppressionData,
  topic: topicData,
};

/** Makes up an event. */
export function createSampleEvent(type: WebhookEventType, options: SampleOptions): SampleEvent {
  const [kind = ''] = type.split('.');
  const data = DATA[kind]?.(type, options) ?? {};
  return { id: options.nextId(), type, created_at: options.now.toISOString(), data };
}

function emailData(type: WebhookEventType, { nextId, now, simulatorDomain }: SampleOptions): object {
  const id = nextId();
  const at = now.toISOString();
  const email = {
    email_id: id,
    message_id: `<${id}@${simulatorDomain}>`,
    created_at: at,
    from: `Test <test@${simulatorDomain}>`,
    to: [`delivered@${simulatorDomain}`],
    subject: 'This is a test',
  };
  if (type === 'email.received')
    return { ...email, cc: [], bcc: [], received_for: email.to, attachments: [] };
  return { ...email, tags: {}, ...EMAIL_DETAILS[type]?.(at) };
}

function contactData(type: WebhookEventType, { nextId, now, simulatorDomain }: SampleOptions): object {
  const email = `delivered@${simulatorDomain}`;
  if (type === 'contact.topics.updated') return { email, topics: [{ id: nextId(), subscription: 'opt_in' }] };
  const at = now.toISOString();
  const ids = { id: nextId(), audience_id: nextId(), segment_ids: [] };
  return {
    ...ids,
    created_at: at,
    updated_at: at,
    email,
    first_name: 'Test',
    last_name: null,
    unsubscribed: false,
  };
}

function domainData(_type: WebhookEventType, { nextId, now, simulatorDomain }: SampleOptions): object {
  const domain = { id: nextId(), name: simulatorDomain, status: 'verified', region: 'self-hosted' };
  return { ...domain, created_at: now.toISOString(), records: [] };
}

function suppressionData(_type: WebhookEventType, { nextId, now, simulatorDomain }: SampleOptions): object {
  const about = { email: `bounced@${simulatorDomain}`, origin: 'manual', source_id: null };
  return { id: nextId(), ...about, created_at: now.toISOString() };
}

function topicData(type: WebhookEventType, { nextId, now }: SampleOptions): object {
  const at = now.toISOString();
  const topic = { id: nextId(), name: 'Test', description: null, default_subscription: 'opt_in' };
  return { ...topic, deleted: type === 'topic.deleted', created_at: at, updated_at: at };
}
