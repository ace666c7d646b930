// The words of emails on the screen: sources, statuses, kinds of recipients, and the short form of a list of recipients.
import type { Email, EmailItem } from '../../api/generated/types.ts';

/** Source → what it is called. */
export const SOURCES: Readonly<Record<EmailItem['source'], string>> = {
  api: 'API',
  batch: 'Batch',
  campaign: 'Campaign',
  automation: 'Automation',
  reply: 'Reply',
  forward: 'Forward',
  smtp: 'SMTP',
  notice: 'Service mail',
};

/** The sources that exist so far, for the filter (docs/reference/emails.md#get-emailssources). */
export const SOURCE_OPTIONS = (['api', 'batch', 'campaign', 'automation', 'smtp', 'notice'] as const).map(
  (id) => ({
    id,
    label: SOURCES[id],
  }),
);

/** Statuses for the filter, in the order of an email's life. */
export const STATUS_OPTIONS = [
  { id: 'pending', label: 'Scheduled' },
  { id: 'queued', label: 'Queued' },
  { id: 'sending', label: 'Sending' },
  { id: 'delivery_delayed', label: 'Delayed' },
  { id: 'sent', label: 'Sent' },
  { id: 'delivered', label: 'Delivered' },
  { id: 'bounced', label: 'Bounced' },
  { id: 'complained', label: 'Complained' },
  { id: 'failed', label: 'Failed' },
  { id: 'suppressed', label: 'Suppressed' },
  { id: 'canceled', label: 'Canceled' },
] as const satisfies readonly { id: Email['status']; label: string }[];

/** Folders for the filter. */
export const FOLDER_OPTIONS = [
  { id: 'sent', label: 'Sent' },
  { id: 'scheduled', label: 'Scheduled' },
] as const;

/** The first recipient, and how many more there are. */
export function recipientsInShort({ to, cc, bcc }: Pick<EmailItem, 'to' | 'cc' | 'bcc'>): {
  first: string;
  more: number;
} {
  const all = [...to, ...(cc ?? []), ...(bcc ?? [])];
  return { first: all[0] ?? '', more: Math.max(0, all.length - 1) };
}

const UNDER_WAY: readonly Email['status'][] = ['pending', 'queued', 'sending', 'delivery_delayed'];

/** Whether an email, or a part of it, is still to be sent. */
export function isUnderWay(status: Email['status']): boolean {
  return UNDER_WAY.includes(status);
}
