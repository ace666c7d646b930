// Reads how much of the capacities of a day is used (capacity-use.ts charges it).
import type { Queryable } from '../../../platform/db/connect.ts';

/** A domain or an account that has a capacity. */
export interface CapacitySubject {
  accountId: string;
  /** Id of the domain or of the account. */
  subjectId: string;
}

/** Finds the use of a UTC day, such as `2026-11-20`. @returns recipients by subject; a missing subject has none */
export async function findUsedCapacities(
  database: Queryable,
  subjects: readonly CapacitySubject[],
  day: string,
): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const { rows } = await database.query<{ subjectId: string; used: number }>({
    name: 'find-used-capacities',
    text: `SELECT subject_id AS "subjectId", used FROM capacity_use
           JOIN unnest($1::uuid[], $2::uuid[]) AS subject (account_id, subject_id) USING (account_id, subject_id)
           WHERE day = $3::date`,
    values: [subjects.map(({ accountId }) => accountId), subjects.map(({ subjectId }) => subjectId), day],
  });
  return new Map(rows.map(({ subjectId, used }) => [subjectId, used]));
}
