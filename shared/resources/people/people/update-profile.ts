// Changes what a person says about themselves: the name.
import type { Queryable } from '../../../platform/db/connect.ts';

/** Changes the name of a person. An absent one stays unchanged. */
export async function updateProfile(
  database: Queryable,
  personId: string,
  { name }: { name?: string },
): Promise<void> {
  await database.query({
    name: 'update-profile',
    text: 'UPDATE people SET name = coalesce($2, name) WHERE id = $1',
    values: [personId, name ?? null],
  });
}
