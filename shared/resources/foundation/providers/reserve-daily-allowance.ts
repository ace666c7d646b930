// What a provider takes a UTC day is taken by processes, part by part, from its row.
import type { Queryable } from '../../../platform/db/connect.ts';

/** @param day as `utcDayOf` writes it @returns how many of `count` are left for it: 0 when the day is used up */
export async function reserveDailyAllowance(
  database: Queryable,
  { provider, day, count, perDay }: { provider: string; day: string; count: number; perDay: number },
): Promise<number> {
  const { rows } = await database.query<{ taken: number }>({
    name: 'take-mails-of-day',
    text: `
      WITH known AS (
        SELECT name, CASE WHEN day >= $2::date THEN day_taken ELSE 0 END AS used
        FROM providers WHERE name = $1 FOR NO KEY UPDATE
      ), part AS (
        SELECT name, used, greatest(0, least($3::integer, $4::integer - used)) AS taken FROM known
      )
      UPDATE providers SET day = greatest(providers.day, $2::date), day_taken = part.used + part.taken
      FROM part WHERE providers.name = part.name RETURNING part.taken`,
    values: [provider, day, count, perDay],
  });
  return rows[0]?.taken ?? 0;
}
