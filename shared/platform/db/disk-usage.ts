// How many bytes each table has on the disk, with its indexes and long texts; a partitioned table by the month.
import type { Queryable } from './connect.ts';

/** The bytes of a table, or of a month of it. */
export interface TableUsage {
  table: string;
  /** When the month begins; null: the table has no partitions. */
  month: Date | null;
  bytes: number;
}

/** The tables of the product, the largest first; those of the queues are in another schema. */
export async function listDiskUsage(database: Queryable): Promise<TableUsage[]> {
  const { rows } = await database.query<TableUsage>(
    `SELECT coalesce(parent.relname, own.relname) AS "table", pg_total_relation_size(own.oid)::float8 AS bytes,
            to_timestamp(CASE WHEN parent.oid IS NOT NULL
              THEN extract(epoch FROM to_date(right(own.relname, 7), 'YYYY_MM')) END) AS month
     FROM pg_class AS own
     LEFT JOIN pg_inherits ON inhrelid = own.oid LEFT JOIN pg_class AS parent ON parent.oid = inhparent
     WHERE own.relnamespace = current_schema()::regnamespace AND own.relkind = 'r'
     ORDER BY bytes DESC, own.relname`,
  );
  return rows;
}
