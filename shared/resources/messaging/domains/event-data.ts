// The payload data of domain webhook events, in Resend's shape, for real events and for the sample events of POST
// /webhooks/:id/test.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { SampleOptions } from '../../foundation/sample-event.ts';
import { type AccountEvent, fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import type { Domain, ShownDomain, ShownKey, ShownRecord } from './domain.ts';
import { showDomain } from './find.ts';
import { DEFAULT_SETTINGS } from './insert.ts';
import type { MailHost } from './records/dns-records.ts';

type DomainEventType = Extract<WebhookEventType, `domain.${string}`>;

/** Announces what happened to a domain. @returns the domain as it was announced, with its records */
export async function announceDomain(
  transaction: Transaction,
  { queues, mailHost }: { queues: QueueProducer; mailHost: MailHost },
  type: DomainEventType,
  domain: Domain,
  now: Date,
): Promise<ShownDomain> {
  const shown = await showDomain(transaction, mailHost, domain);
  await fanOutEvents(transaction, [domainEvent(type, shown, now)], queues);
  return shown;
}

/** The event of a domain that was created, changed or deleted at this time. */
export function domainEvent(type: DomainEventType, domain: ShownDomain, at: Date): AccountEvent {
  return { accountId: domain.accountId, type, data: buildDomainEventData(domain), createdAt: at };
}

type Announced = Pick<
  ShownDomain,
  'id' | 'name' | 'status' | 'region' | 'createdAt' | 'reputation' | 'records'
>;

function buildDomainEventData({
  id,
  name,
  status,
  region,
  createdAt,
  reputation,
  records,
}: Announced): object {
  return {
    id,
    name,
    status,
    region,
    created_at: createdAt.toISOString(),
    reputation,
    records: records.map(toRecordData),
  };
}

/** A DNS record in events and in answers of the API (docs/reference/domains.md#dns-records). */
export function toRecordData(record: ShownRecord) {
  return {
    record: record.record,
    name: record.name,
    host: record.host,
    type: record.type,
    ttl: 'Auto',
    status: record.status,
    value: record.value,
    priority: record.priority,
    required: record.isRequired,
    found: record.found,
    detail: record.detail,
    problem: record.problem,
    last_seen_at: record.lastSeenAt?.toISOString() ?? null,
    key: record.key && toKeyData(record.key),
  };
}

function toKeyData({ state, createdAt, retiresAt }: ShownKey) {
  return { state, created_at: createdAt.toISOString(), retires_at: retiresAt?.toISOString() ?? null };
}

/** Builds sample data of a domain event. */
export function sampleDomainEventData(
  _type: WebhookEventType,
  { nextId, now, simulatorDomain }: SampleOptions,
): object {
  const value = 'v=spf1 a:mail.posthorn.dev ~all';
  return buildDomainEventData({
    id: nextId(),
    name: simulatorDomain,
    status: 'verified',
    region: DEFAULT_SETTINGS.region,
    createdAt: now,
    reputation: 'good',
    records: [
      {
        record: 'SPF',
        name: `${DEFAULT_SETTINGS.customReturnPath}.${simulatorDomain}`,
        host: DEFAULT_SETTINGS.customReturnPath,
        type: 'TXT',
        value,
        priority: null,
        isRequired: true,
        status: 'verified',
        found: [value],
        detail: null,
        problem: null,
        lastSeenAt: now,
        key: null,
      },
    ],
  });
}
