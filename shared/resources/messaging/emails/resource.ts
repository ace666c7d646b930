// The manifest of emails (foundation/manifest.ts).
import { type Bounds, type Dependent, rowsById } from '../../../platform/retention/retention.ts';
import { newestRows } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';
import { bulkSendingWork, sendingWork } from './delivery/work.ts';
import { DIALOGUES } from './dialogues.ts';

/** Reports of deliveries and complaints come up to seven days later. */
const REPORT_DAYS = 7;

const PARTS: readonly Dependent[] = [
  { table: 'email_recipients', column: 'email_id' },
  { table: 'email_events', column: 'email_id' },
  { table: 'email_contents', column: 'id' },
  { table: 'email_attachments', column: 'email_id', content: 'stored_id' },
  { table: 'email_kept_messages', column: 'id', content: 'content_id' },
];

/** Several may be accepted at once, and not in the order of their ids. */
const MARKED_EMAILS = 20;
/** About as many as one domain has in half an hour. An account of many domains that all send is always taken for changed. */
const MARKED_COUNTERS = 200;

/** Events are counted in the quarter of an hour in which they are recorded (metrics/count.ts). */
const countersOf = (account: string, now: string) => `
  FROM email_metrics WHERE account_id = ${account} AND starts_at > ${now} - interval '30 minutes'`;

export const emailsManifest = {
  work: [sendingWork, bulkSendingWork],
  partitioned: [
    // Rows are updated in place, within their page (migrations/0005-emails-updated-in-place.ts).
    { name: 'emails', idKind: 'uuid', fillPercent: 50 },
    { name: 'email_recipients', idKind: 'uuid' },
    { name: 'email_events', idKind: 'uuid' },
    { name: 'email_contents', idKind: 'uuid' },
    { name: 'email_attachments', idKind: 'uuid' },
    { name: 'attachment_chunks', idKind: 'uuid' },
    { name: 'email_kept_messages', idKind: 'uuid' },
  ],
  retention: (days) => [
    {
      ...rowsById('emails', 'emails', Math.max(days.emails, REPORT_DAYS)),
      retainedWhile: isInUse,
      dependents: PARTS,
      // Each may have 150 recipients.
      atOnce: 100,
      isContinuous: true,
    },
    ...DIALOGUES,
  ],
  deletion: {
    stage: 'mail',
    rows: [
      {
        ...ownedRows('emails', ID_KEY),
        dependents: [...PARTS, { table: 'tracking_hits', column: 'email_id' }],
        // An email has some six rows.
        atOnce: 500,
      },
      ownedRows('email_metrics', ['starts_at', 'timestamptz']),
      ownedRows('email_usage'),
    ],
    claimed: ['email_recipients'],
  },
  changeMarks: [
    // The newest rows are written again with each change of their state, and the counters with each event of any email.
    { names: ['emails'], value: (account) => newestRows('emails', account, MARKED_EMAILS) },
    {
      names: ['emails'],
      value: (account, now) => `
        (SELECT CASE WHEN count(*) < ${MARKED_COUNTERS} THEN coalesce(sum(count), 0) ELSE extract(epoch FROM ${now}) END
         FROM (SELECT count ${countersOf(account, now)} ORDER BY starts_at DESC LIMIT ${MARKED_COUNTERS}) AS counter)`,
    },
    {
      // Clicks are votes too, and who unsubscribes by a link of an email is counted.
      names: ['contacts', 'people', 'polls', 'topics'],
      value: (account, now) => `
        (SELECT coalesce(sum(count), 0)
         FROM (SELECT count ${countersOf(account, now)} AND metric IN ('clicked', 'unsubscribed')
               ORDER BY starts_at DESC LIMIT ${MARKED_COUNTERS}) AS counter)`,
    },
  ],
  samples: { email: async () => (await import('./events/event-data.ts')).sampleEmailEventData },
} satisfies Manifest;

/** Mail that may still be sent, and mail of which the last recipient ended, or was reported, too lately. */
function isInUse({ time, until }: Bounds): string[] {
  return [
    `emails.status IN ('pending', 'queued', 'sending', 'delivery_delayed')`,
    `EXISTS (SELECT FROM email_recipients AS recipient
             WHERE recipient.email_id = emails.id AND recipient.updated_at >= ${time} AND recipient.id < ${until})`,
  ];
}
