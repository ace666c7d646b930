// What emails refuse (docs/reference/emails.md, docs/reference/attachments.md, docs/reference/scheduled-emails.md and
// docs/reference/batches.md).
import type { Pool } from 'pg';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { each, type Refusal } from '../refusal.ts';
import { type Fields, UNKNOWN_ID } from '../specimen.ts';
import { refusals as ofFiles } from './attachments/refusals.ts';
import { refusals as ofSends, SEND } from './send/refusals.ts';

/** A reschedule of a pending email. */
const UPDATE = {
  operation: 'updateEmail',
  async prepare(pool: Pool, accountId: string): Promise<Fields> {
    await pool.query("UPDATE emails SET status = 'pending' WHERE account_id = $1", [accountId]);
    return {};
  },
} as const;

export const refusals: readonly Refusal[] = [
  ...ofSends,
  ...ofFiles,
  {
    rule: 'Rejects a scheduled_at in the past with validation_error 422.',
    ...SEND,
    says: '`scheduled_at` must not be in the past',
    bodies: each('scheduled_at', '2 minutes ago'),
  },
  {
    rule: 'Rejects a scheduled_at that does not name exactly one time with validation_error 422.',
    ...SEND,
    says: '`scheduled_at` must be an ISO 8601 time',
    bodies: each(
      'scheduled_at',
      'when it is done',
      'every Friday',
      'tomorrow 9am to 5pm',
      '2026-02-30T10:00:00Z',
    ),
  },
  {
    rule: 'Rejects a scheduled_at that does not name exactly one time with validation_error 422.',
    ...SEND,
    says: '`scheduled_at` is not allowed to be empty',
    bodies: each('scheduled_at', ''),
  },
  {
    rule: 'Rejects a scheduled_at that does not name exactly one time with validation_error 422.',
    ...SEND,
    says: '`scheduled_at` must be a string',
    bodies: each('scheduled_at', Date.now() + DAY_MS),
  },
  {
    rule: 'Rejects a new time that POST /emails would reject with validation_error 422, and keeps the old one.',
    ...UPDATE,
    bodies: each('scheduled_at', '1 minute ago', 'in 31 days', 'whenever', '', 5, {}),
  },
  {
    rule: 'Rejects a reschedule without scheduled_at with missing_required_field 422.',
    ...UPDATE,
    error: 'missing_required_field',
    bodies: each('scheduled_at', undefined, null),
  },
  {
    rule: 'Rejects a reschedule with a near miss of scheduled_at, such as scheduledAt, with validation_error 422 and names the right field.',
    ...UPDATE,
    says: 'use `scheduled_at`',
    bodies: [{ scheduledAt: 'in 1 hour' }, { schedule_at: 'in 2 hours', scheduled_at: undefined }],
  },
  {
    rule: 'Rejects an expires_in of more than 48 hours with validation_error 422.',
    operation: 'shareEmail',
    says: '`expires_in` must be at most 48 hours.',
    bodies: each('expires_in', '49 hours', '3 days'),
  },
  {
    rule: 'Rejects an expires_in that is not a positive duration with validation_error 422.',
    operation: 'shareEmail',
    bodies: each('expires_in', 'soon', '', '-1 h', '0', 5, {}),
  },
  {
    rule: 'Rejects a batch of 101 emails with validation_error 422.',
    operation: 'sendBatch',
    says: '100',
    wholes: [Array(101).fill({ from: 'a@acme.dev', to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' })],
  },
  {
    rule: 'Rejects a body that is not an array or an empty array with validation_error 422.',
    operation: 'sendBatch',
    says: 'must be an array of at least one email',
    wholes: [{}, []],
  },
  {
    rule: 'Rejects a filter whose value is unknown, empty or too long with validation_error 422.',
    operation: 'listEmails',
    queries: [
      ...each('status', 'opened', '', 'sent,', 'sent,opened'),
      ...each('since', '', 'soon', '2026-02-30', 'x'.repeat(101)),
      ...each('until', '', 'later'),
      ...each('domain_id', '', 'acme.dev'),
      ...each('campaign_id', '', 'news', UNKNOWN_ID.replace(/.$/, 'f')),
      ...each('broadcast_id', ''),
      ...each('thread_id', '', 'x'),
      ...each('folder', 'inbox', ''),
      ...each('source', 'web', ''),
      ...each('from', '', 'x'.repeat(321)),
      ...each('to', '', 'x'.repeat(321)),
      ...each('tag', '', 'x'.repeat(514)),
      ...each('q', '', 'x'.repeat(201)),
    ],
  },
];
