// All partitioned tables: one partition per month (migrations/0002-mail.ts, 0009-attachments.ts, 0036-receiving.ts,
// 0039-kept-mail.ts). A table
// that is added here gets its partitions made ahead like the others.
import type { PartitionedTable } from '../platform/db/partitions.ts';

export const LOGS_TABLE = { name: 'logs', idKind: 'bigint' } as const satisfies PartitionedTable;

export const RECEIVED_EVENTS_TABLE = {
  name: 'received_events',
  idKind: 'uuid',
} as const satisfies PartitionedTable;

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  // Rows are updated in place, within their page (migrations/0005-emails-updated-in-place.ts).
  { name: 'emails', idKind: 'uuid', fillPercent: 50 },
  { name: 'email_recipients', idKind: 'uuid' },
  { name: 'email_events', idKind: 'uuid' },
  { name: 'email_contents', idKind: 'uuid' },
  LOGS_TABLE,
  { name: 'webhook_messages', idKind: 'uuid' },
  { name: 'webhook_attempts', idKind: 'uuid' },
  { name: 'email_attachments', idKind: 'uuid' },
  { name: 'attachment_chunks', idKind: 'uuid' },
  { name: 'email_kept_messages', idKind: 'uuid' },
  RECEIVED_EVENTS_TABLE,
  { name: 'received_emails', idKind: 'uuid' },
  { name: 'received_contents', idKind: 'uuid' },
  { name: 'received_attachments', idKind: 'uuid' },
  { name: 'received_chunks', idKind: 'uuid' },
  // By the id of their dispatch.
  { name: 'campaign_recipients', idKind: 'uuid' },
];
