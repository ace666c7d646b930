// The tables whose rows are kept by month (migrations/0002-mail.ts, 0009-attachments.ts). A new one is an entry here: its
// months are made ahead wherever those of the others are.
import type { PartitionedTable } from '../platform/db/partitions.ts';

export const LOGS_TABLE = { name: 'logs', idKind: 'bigint' } as const satisfies PartitionedTable;

export const PARTITIONED_TABLES: readonly PartitionedTable[] = [
  // Rows are rewritten in place, within their page (migrations/0005-emails-updated-in-place.ts).
  { name: 'emails', idKind: 'uuid', fillPercent: 50 },
  { name: 'email_recipients', idKind: 'uuid' },
  { name: 'email_events', idKind: 'uuid' },
  { name: 'email_contents', idKind: 'uuid' },
  LOGS_TABLE,
  { name: 'webhook_messages', idKind: 'uuid' },
  { name: 'webhook_attempts', idKind: 'uuid' },
  { name: 'email_attachments', idKind: 'uuid' },
  { name: 'attachment_chunks', idKind: 'uuid' },
];
