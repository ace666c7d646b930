// The reputation of the sender of a sending test, set as judging and operators set it, and what is used of its capacities.
import { expect } from 'chai';
import { utcDayOf } from '../../../../shared/platform/time/utc-days.ts';
import type { Sending } from './use-sending.ts';

/** What a test sets. Use it inside hooks and tests. */
export interface SenderState {
  pause(table?: Subject): Promise<void>;
  /** Lifts a pause now. @param capacity recipients a day; null: as many as there are */
  lift(capacity: number | null, table?: Subject): Promise<void>;
  /** Sets what is used of the capacity of a day, by recipients that are gone. */
  use(used: number, day?: string): Promise<void>;
  /** Charges the recipients of an email to a day, as accepting does. */
  charge(emailId: string, day: string): Promise<void>;
  /** What is used of the capacity of the domain, by day. */
  used(): Promise<Record<string, number>>;
  /** Expects that what is used of each capacity is the number of recipients that are charged to its day. */
  expectExact(): Promise<void>;
}

type Subject = 'domains' | 'accounts';

/** Prepares it for the tests of the enclosing `describe`; each begins with a good reputation and without mail. */
export function useReputation(sending: Sending): SenderState {
  const query = async (text: string, values: unknown[] = []) => (await sending.pool.query(text, values)).rows;
  const idOf = (table: Subject) => (table === 'domains' ? sending.sender.domain.id : sending.accountId);
  const set = (table: Subject, sets: string, ...values: unknown[]) =>
    query(`UPDATE ${table} SET ${sets} WHERE id = $1`, [idOf(table), ...values]);
  const addUse = (day: string, used: number) =>
    query(
      `INSERT INTO capacity_use AS capacity SELECT $1, subject, $2, $3 FROM unnest($4::uuid[]) AS subject
       ON CONFLICT (account_id, subject_id, day) DO UPDATE SET used = capacity.used + excluded.used`,
      [sending.accountId, day, used, [sending.sender.domain.id, sending.accountId]],
    );
  const state: SenderState = {
    async pause(table = 'domains') {
      await set(
        table,
        `reputation = 'paused', reputation_changed_at = $2, recovery_capacity = NULL, capacity_on = NULL`,
        sending.clock.now(),
      );
    },
    async lift(capacity, table = 'domains') {
      const now = sending.clock.now();
      await set(
        table,
        `reputation = CASE WHEN $2::integer IS NULL THEN 'good' ELSE 'recovering' END, reputation_changed_at = $3,
         lifted_at = $3, recovery_capacity = $2, capacity_on = CASE WHEN $2::integer IS NOT NULL THEN $4::date END`,
        capacity,
        now,
        utcDayOf(now),
      );
    },
    async use(used, day = utcDayOf(sending.clock.now())) {
      await addUse(day, used);
    },
    async charge(emailId, day) {
      const charged = await query(
        'UPDATE email_recipients SET charged_on = $2 WHERE email_id = $1 RETURNING id',
        [emailId, day],
      );
      await addUse(day, charged.length);
    },
    async used() {
      const rows = await query(
        'SELECT day::text, used FROM capacity_use WHERE subject_id = $1 AND used <> 0 ORDER BY day',
        [sending.sender.domain.id],
      );
      return Object.fromEntries(rows.map(({ day, used }) => [day, used]));
    },
    async expectExact() {
      const used = await query(
        'SELECT subject_id, day::text, used FROM capacity_use WHERE used <> 0 ORDER BY 1, 2',
      );
      const charged = await query(
        `SELECT subject_id, charged_on::text AS day, count(*)::integer AS used
         FROM email_recipients AS recipient JOIN emails ON emails.id = email_id
         CROSS JOIN LATERAL (VALUES (domain_id), (recipient.account_id)) AS subject (subject_id)
         WHERE charged_on IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      expect(used).to.deep.equal(charged);
    },
  };
  beforeEach(async () => {
    await query('TRUNCATE emails, email_recipients, email_contents, email_events, capacity_use');
    await query('DELETE FROM sending_days');
    await query('DELETE FROM suppressions');
    for (const table of ['domains', 'accounts'] as const)
      await set(
        table,
        `reputation = 'good', reputation_changed_at = NULL, lifted_at = NULL, recovery_capacity = NULL, capacity_on = NULL`,
      );
  });
  return state;
}
