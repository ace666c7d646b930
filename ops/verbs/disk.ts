// Lists what uses the disk, by table and month, and when it is removed (docs/architecture/database.md#retention).
import { listDiskUsage, type TableUsage } from '../../shared/platform/db/disk-usage.ts';
import { monthStart } from '../../shared/platform/db/partitions.ts';
import type { Retention } from '../../shared/platform/retention/retention.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { retention } from '../../shared/resources/retention.ts';
import type { Verb } from '../verb.ts';

export const diskVerb: Verb = {
  summary: 'Lists the bytes of each table and month, largest first, and when they are removed.',
  parameters: [],
  options: {},
  audit: 'none',
  async run(_, { database, service }) {
    const rows = retention(service.retentionDays);
    const usage = await listDiskUsage(database);
    return {
      object: 'list',
      total_bytes: usage.reduce((sum, { bytes }) => sum + bytes, 0),
      data: usage.map((one) => toUsage(one, rows.find((row) => isOf(row, one.table))?.days)),
    };
  },
};

/** Whether the table has the rows, or what belongs to them. */
function isOf(row: Retention, table: string): boolean {
  if (!('table' in row)) return false;
  return row.table === table || (row.dependents ?? []).some((dependent) => dependent.table === table);
}

/** The rows of a month are removed one by one, from the first one on; rows in use stay longer. */
function toUsage({ table, month, bytes }: TableUsage, days = Number.POSITIVE_INFINITY) {
  const isKept = days === Number.POSITIVE_INFINITY;
  const goesAt = (made: Date) => (isKept ? null : new Date(made.getTime() + days * DAY_MS));
  return {
    object: 'table_usage',
    table,
    month: month?.toISOString().slice(0, 7) ?? null,
    bytes,
    kept_days: isKept ? null : days,
    first_goes_at: month && goesAt(month),
    last_goes_at: month && goesAt(monthStart(month, 1)),
  };
}
