// What of an account needs a person: a domain that fails, is lost, contested or paused, a webhook that fails or was disabled
// by the service, a campaign that has stopped without a person, an automation whose runs fail. Each is one row with its next step. Pure.
import type { AutomationItem, CampaignItem, DomainItem, WebhookItem } from '../../../api/generated/types.ts';
import { AUTOMATIONS_PATH } from '../../automations/list.ts';
import { runsText } from '../../automations/words.ts';
import { CAMPAIGNS_PATH } from '../../campaigns/list.ts';
import { PAUSED_REASONS } from '../../campaigns/words.ts';
import { missingWords } from '../../domains/missing-words.ts';
import { webhookRowBadge } from '../../webhooks/health-words.ts';

/** A row. */
export interface Need {
  id: string;
  /** The name of the subject. */
  name: string;
  kind: 'Domain' | 'Webhook' | 'Campaign' | 'Automation';
  /** The problem, without a full stop. */
  words: string;
  tone: 'bad' | 'warn';
  /** The next step, and where it is taken, below /app. */
  step: string;
  href: string;
}

/** The fields of a domain that are read. */
export type NeedyDomain = Pick<
  DomainItem,
  | 'id'
  | 'name'
  | 'status'
  | 'status_reason'
  | 'missing_records'
  | 'vouched'
  | 'contested'
  | 'checked_at'
  | 'reputation'
>;
/** The fields of a webhook that are read. */
export type NeedyWebhook = Pick<WebhookItem, 'id' | 'endpoint_url' | 'status' | 'disabled_reason' | 'health'>;

/** The fields of a campaign that are read. */
export type NeedyCampaign = Pick<CampaignItem, 'id' | 'name' | 'status' | 'paused_reason' | 'updated_at'>;

/** The fields of an automation that are read. */
export type NeedyAutomation = Pick<AutomationItem, 'id' | 'name' | 'health'>;

/** The records that are read. */
export interface NeedyRecords {
  domains: readonly NeedyDomain[];
  webhooks: readonly NeedyWebhook[];
  campaigns: readonly NeedyCampaign[];
  automations: readonly NeedyAutomation[];
}

/** All rows, the worst first. */
export function needsOf({ domains, webhooks, campaigns, automations }: NeedyRecords, now: Date): Need[] {
  const needs = [
    ...domains.flatMap((domain) => domainNeed(domain) ?? []),
    ...webhooks.flatMap((webhook) => webhookNeed(webhook, now) ?? []),
    ...campaigns.flatMap((campaign) => campaignNeed(campaign, now) ?? []),
    ...automations.flatMap((automation) => automationNeed(automation) ?? []),
  ];
  return [...needs.filter(({ tone }) => tone === 'bad'), ...needs.filter(({ tone }) => tone === 'warn')];
}

function webhookNeed(webhook: NeedyWebhook, now: Date): Need | undefined {
  const { id, endpoint_url: name, status, disabled_reason: reason } = webhook;
  const row = { id, name, kind: 'Webhook', tone: 'bad', href: `/webhooks/${id}` } as const;
  if (status === 'disabled') {
    // The person who has disabled it knows.
    if (reason === null) return undefined;
    return { ...row, words: `disabled by the service: ${uncapitalised(reason)}`, step: 'Enable it again' };
  }
  const look = webhookRowBadge(webhook, now);
  return look.status === 'failing' ? { ...row, words: look.label, step: 'See why' } : undefined;
}

/** A campaign that could not start stays so forever: after this time its person knows, or does not mind. */
const FAILED_FOR_MS = 14 * 24 * 60 * 60 * 1_000;

function campaignNeed(campaign: NeedyCampaign, now: Date): Need | undefined {
  const { id, name, status, paused_reason: reason, updated_at } = campaign;
  const row = { id, name, kind: 'Campaign', href: `${CAMPAIGNS_PATH}/${id}` } as const;
  if (status === 'failed') {
    if (now.getTime() - Date.parse(updated_at) > FAILED_FOR_MS) return undefined;
    return { ...row, words: 'could not be sent', tone: 'bad', step: 'See why' };
  }
  // The person who has paused it knows.
  if (status !== 'paused' || reason === null || reason === 'manual') return undefined;
  const words = `is paused: ${uncapitalised(PAUSED_REASONS[reason].sentence)}`;
  return GOES_ON.has(reason)
    ? { ...row, words, tone: 'warn', step: 'See when it resumes' }
    : { ...row, words, tone: 'bad', step: 'See what to do' };
}

/** A campaign that is paused for one of these reasons resumes at a known time. */
const GOES_ON: ReadonlySet<CampaignItem['paused_reason']> = new Set([
  'daily_quota',
  'monthly_quota',
  'capacity',
]);

/** Retried well, or a day later, it is none any more. */
function automationNeed({ id, name, health: { failed_24h: failed } }: NeedyAutomation): Need | undefined {
  if (failed === 0) return undefined;
  const words = `had ${runsText(failed)} failed ${failed === 1 ? 'run' : 'runs'} in 24 hours`;
  return {
    id,
    name,
    kind: 'Automation',
    words,
    tone: 'bad',
    step: 'See why',
    href: `${AUTOMATIONS_PATH}/${id}`,
  };
}

function domainNeed(domain: NeedyDomain): Need | undefined {
  const { id, name, contested, status_reason: reason, status, reputation, missing_records } = domain;
  const path = `/domains/${id}`;
  const row = { id, name, kind: 'Domain', tone: 'bad', href: path } as const;
  const missing = missingWords(domain);
  const words = missing && uncapitalised(missing);
  if (reason === 'plan_limit_reached')
    return { ...row, words: words ?? '', step: 'See the limits', href: '/settings/usage' };
  if (reason === null && contested !== null)
    return { ...row, words: words ?? '', step: 'See what to do', href: `${path}/claim` };
  if (reason !== null) return { ...row, words: words ?? '', step: 'Prove ownership', href: `${path}/claim` };
  if (reputation === 'paused')
    return {
      ...row,
      words: 'sending is paused',
      step: 'See how to lift the pause',
      href: `${path}/reputation`,
    };
  if (status === 'failed') return { ...row, words: words ?? 'failed', step: 'Publish missing records' };
  if (reputation === 'warned') {
    const warned = { words: 'bounces or complaints are near the limit', href: `${path}/reputation` };
    return { ...row, ...warned, tone: 'warn', step: 'See figures' };
  }
  const isDoubtful = missing_records.some((record) => record.status === 'temporary_failure');
  return status === 'partially_failed' || isDoubtful
    ? { ...row, words: words ?? 'a record is missing', tone: 'warn', step: 'Publish missing records' }
    : undefined;
}

/** The sentence as a part of a row. Abbreviations stay: "DKIM not found". */
function uncapitalised(sentence: string): string {
  const text = sentence.replace(/\.$/, '');
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** A shown row: a solved one keeps its place until the page is left. */
export interface ShownNeed extends Need {
  isOver: boolean;
}

/**
 * The rows that are shown, and the number of the others: later rows wait for a press, because rows above everything
 * else would push it down under the pointer.
 * @param taken those that are shown, as they were when they came
 */
export function shownNeeds(taken: readonly Need[], present: readonly Need[]) {
  const known = new Map(present.map((need) => [need.id, need]));
  const rows: ShownNeed[] = taken.map((need) => ({
    ...(known.get(need.id) ?? need),
    isOver: !known.has(need.id),
  }));
  const shown = new Set(taken.map(({ id }) => id));
  return { rows, waiting: present.filter(({ id }) => !shown.has(id)) };
}
