// Counts mail of a domain on a day, as its outcomes and reports would have.
import type { Pool } from 'pg';

const DAY_MS = 86_400_000;

/** What is counted: recipients. */
export interface CountedDay {
  judged?: number;
  bounced?: number;
  complained?: number;
  /** UTC days before now. */
  daysAgo?: number;
  /** The last lift before the mail was sent; by default there was none. */
  since?: Date;
}

/** Counts mail of a domain. */
export async function countMail(
  pool: Pool,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
  { judged = 0, bounced = 0, complained = 0, daysAgo = 0, since }: CountedDay,
): Promise<void> {
  await pool.query(
    `INSERT INTO sending_days AS counted (account_id, domain_id, day, since, slot, judged, bounced, complained)
     VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, coalesce($4::timestamptz, '-infinity'), 0, $5, $6, $7)
     ON CONFLICT (account_id, domain_id, day, since, slot) DO UPDATE
       SET judged = counted.judged + excluded.judged, bounced = counted.bounced + excluded.bounced,
           complained = counted.complained + excluded.complained`,
    [accountId, id, new Date(now.getTime() - daysAgo * DAY_MS), since ?? null, judged, bounced, complained],
  );
}

/** Uses a capacity of today. @param subjectId of the domain or the account */
export async function useCapacity(
  pool: Pool,
  { accountId, subjectId }: { accountId: string; subjectId: string },
  now: Date,
  used: number,
): Promise<void> {
  await pool.query(
    `INSERT INTO capacity_use (account_id, subject_id, day, used)
     VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $4)
     ON CONFLICT (account_id, subject_id, day) DO UPDATE SET used = excluded.used`,
    [accountId, subjectId, now, used],
  );
}
