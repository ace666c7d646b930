// The recipients of a lane that wait for a send worker, for those who make more of them.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { MailLane } from '../email.ts';

/**
 * SQL query of `account_id`: one row for each recipient that is woken and not claimed. In their order, so that not all of
 * them are read where there are more.
 * @param lane SQL of the lane
 * @param atMost SQL of the number of rows
 */
export function waitingMailSql(lane: string, atMost: string | number): string {
  return `SELECT account_id FROM email_recipients
          WHERE lane = ${lane} AND claimed_by IS NULL AND woken_at IS NOT NULL
          ORDER BY woken_at LIMIT ${atMost}`;
}

/** Counts recipients that are woken and not claimed. @param atMost counting stops here */
export async function countWaitingMail(database: Queryable, lane: MailLane, atMost: number): Promise<number> {
  const { rows } = await database.query<{ waiting: number }>({
    name: 'count-waiting-mail',
    text: `SELECT count(*)::integer AS waiting FROM (${waitingMailSql('$1', '$2')}) AS waiting`,
    values: [lane, atMost],
  });
  return rows[0]?.waiting ?? 0;
}
