// Finds the log of the request that created an object. Logs have no reference to objects, which would cost every send
// an index entry; but the request began shortly before the object was created, and its answer contains the object's id.
import type { Queryable } from '../../../platform/db/connect.ts';
import { searchWindow } from '../../../platform/db/page.ts';
import { logIdLowerBound } from '../../../platform/time/ids.ts';

/** An object that a request has created. */
export interface CreatedObject {
  accountId: string;
  /** The path of the request, in lower case and without a slash at the end; `%` stands for an id. */
  endpoint: string;
  /** Its id, as the answer has it. */
  id: string;
  createdAt: Date;
}

const CREATING_METHODS = ['POST', 'SMTP'];
/** Tolerance for a duration that was measured with another clock and rounded. */
const ROUNDING_MS = 1_000;

/**
 * Searches the creating requests before the object was created, the newest first: nearly always the first ones decide. A
 * path has several spellings, so it is compared here and not by an index.
 * @returns the id of the log; null: it was removed or dropped, or there was no such request
 */
export async function findCreatingLog(database: Queryable, object: CreatedObject): Promise<string | null> {
  const createdMs = object.createdAt.getTime();
  const values: unknown[] = [object.accountId, CREATING_METHODS];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const requests = {
    select: 'SELECT id, endpoint, created_at, duration_ms, response_status, response_body FROM logs',
    where: 'account_id = $1 AND method = ANY($2::text[])',
    orderedWithin: 'method',
    parameter,
  };
  const before = { limit: 1, after: logIdLowerBound(new Date(createdMs + 1)) };
  const { rows } = await database.query<{ id: string }>(
    `SELECT id FROM (${searchWindow(requests, before)}) AS log
     WHERE created_at + duration_ms * interval '1 millisecond' >= ${parameter(new Date(createdMs - ROUNDING_MS))}
       AND response_status < 300 AND rtrim(lower(endpoint), '/') LIKE ${parameter(object.endpoint)}
       AND position(${parameter(`"${object.id}"`)} IN response_body) > 0
     ORDER BY id DESC LIMIT 1`,
    values,
  );
  return rows[0]?.id ?? null;
}
