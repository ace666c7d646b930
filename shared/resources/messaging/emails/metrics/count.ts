// Counts events for the metrics in the statement that appends them (events/append.ts), so that counters and event log
// always agree; unsubscribes, which are not events, are counted with the recipient's row (count-unsubscribe.ts). There
// is a counter per account, domain, quarter of an hour and name of the count.

import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import type { Engagement, EngagementKind } from '../../../audience/engagement/record.ts';
import type { CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { CampaignOccurrence } from '../../campaign-recipients/record-events.ts';
import type { EngagedMail } from '../email.ts';
import type { EmailEvent } from '../events/event.ts';
import { type CountedEvent, type CounterName, countsOf } from './counts.ts';

/** Days begin on a quarter of an hour in every time zone. */
export const QUARTER_HOUR_MS = 15 * MINUTE_MS;

interface Counter {
  accountId: string;
  domainId: string;
  startsAt: Date;
  name: CounterName;
  count: number;
}

/**
 * A statement that adds to counters. Each counter has eight slots, chosen by the writer's connection, so that two
 * writers seldom wait for the same row; rows are locked in one order.
 * @param first number of the first of its five parameters: account, domain, quarter of an hour, name, count
 */
const addToCounters = (first: number): string => `
    INSERT INTO email_metrics AS counter (account_id, domain_id, starts_at, metric, slot, count)
    SELECT account_id, domain_id, starts_at, metric, pg_backend_pid() % 8, count
    FROM unnest($${first}::uuid[], $${first + 1}::uuid[], $${first + 2}::timestamptz[], $${first + 3}::text[],
                $${first + 4}::integer[])
      AS added (account_id, domain_id, starts_at, metric, count)
    ORDER BY account_id, starts_at, domain_id, metric
    ON CONFLICT (account_id, starts_at, domain_id, metric, slot)
      DO UPDATE SET count = counter.count + excluded.count`;

/** A CTE that adds to counters; its parameters are $8 to $12. */
export const ADD_TO_COUNTERS = addToCounters(8);
/** A statement that adds to counters; its parameters are $1 to $5. */
export const ADD_COUNTS = addToCounters(1);

/** The quarter of an hour of a time. */
export function quarterOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
}

/** Something that is counted once. */
export interface Occurrence {
  accountId: string;
  domainId: string;
  name: CounterName;
  at: Date;
  /** The campaign whose mail it is; null, absent: none. */
  campaign?: CampaignMail | null | undefined;
  /** The address for whose engagement it counts, and whether its mail is measured; absent: none. */
  engaged?: { address: string; isMeasured: boolean } | undefined;
}

/** Adds up what counts in the same counter. @returns the parameters of a statement that adds to counters */
export function addUp(occurrences: readonly Occurrence[]): unknown[][] {
  const counters = new Map<string, Counter>();
  for (const { accountId, domainId, name, at } of occurrences) {
    const startsAt = quarterOf(at);
    const key = `${accountId} ${domainId} ${startsAt.getTime()} ${name}`;
    const counter = counters.get(key) ?? { accountId, domainId, startsAt, name, count: 0 };
    counters.set(key, { ...counter, count: counter.count + 1 });
  }
  const rows = [...counters.values()];
  return [
    rows.map(({ accountId }) => accountId),
    rows.map(({ domainId }) => domainId),
    rows.map(({ startsAt }) => startsAt),
    rows.map(({ name }) => name),
    rows.map(({ count }) => count),
  ];
}

/** The counts of an event. */
export function occurrencesOf(event: EmailEvent): Occurrence[] {
  const { accountId, domainId, type, data, createdAt, corrections = [], campaign } = event;
  const engaged = engagedOf(event.recipient, event.engages);
  const counted = countsOf(countedEvent(type, data)).map((name) => ({ name, at: createdAt }));
  return [...counted, ...corrections].map(({ name, at }) => ({
    accountId,
    domainId,
    name,
    at,
    campaign,
    engaged,
  }));
}

/** @returns undefined: nothing counts */
export function engagedOf(address: string, engages: EngagedMail | undefined): Occurrence['engaged'] {
  return engages ? { address, isMeasured: engages === 'measured' } : undefined;
}

/**
 * The counts that affect the engagement of addresses. A person who follows a link has opened the mail, whether or not
 * opens are measured.
 */
const ENGAGEMENTS: Partial<Record<CounterName, readonly EngagementKind[]>> = {
  delivered: ['received'],
  opened: ['opened'],
  clicked: ['opened', 'clicked'],
};

/** The engagement of addresses to record (audience/engagement/record.ts). */
export function engagementsOf(counted: readonly Occurrence[]): Engagement[] {
  return counted.flatMap(({ accountId, engaged, name, at }) => {
    if (!engaged) return [];
    const { address, isMeasured } = engaged;
    return ENGAGEMENTS[name]?.map((kind) => ({ accountId, address, kind, isMeasured, at })) ?? [];
  });
}

/** The occurrences that campaigns record (campaign-recipients/record-events.ts): counted and canceled ones. */
export function campaignOccurrences(
  events: readonly EmailEvent[],
  counted: readonly Occurrence[],
): CampaignOccurrence[] {
  const canceled = events
    .filter(({ type }) => type === 'canceled')
    .map(({ createdAt: at, ...event }) => ({ ...event, name: 'canceled', at }));
  return [...counted, ...canceled].flatMap(({ accountId, domainId, name, at, campaign }) =>
    campaign ? [{ campaign, accountId, domainId, name, at }] : [],
  );
}

function countedEvent(type: EmailEvent['type'], data: EmailEvent['data']): CountedEvent {
  const bounce = data?.['bounce'] as { type?: string } | undefined;
  const hit = (data?.['open'] ?? data?.['click']) as { machine?: string | null } | undefined;
  return { type, bounceType: bounce?.type ?? null, machine: hit?.machine ?? null };
}
