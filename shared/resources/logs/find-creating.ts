// Finds the log of the request that created an object. Logs hold no reference to objects, which would cost every send an
// index entry; but the request began shortly before the object was created, and its answer holds the object's id.
import type { Queryable } from '../../platform/db/connect.ts';
import { logIdLowerBound } from '../../platform/time/ids.ts';

/** An object that a request has created. */
export interface CreatedObject {
  accountId: string;
  /** The path of the request. */
  endpoint: string;
  /** Its id, as the answer has it. */
  id: string;
  createdAt: Date;
}

/** A request with large files takes this long at most until the object is created. */
const REQUEST_MAX_MS = 3_600_000;
/** Tolerance for a duration that was measured with another clock and rounded. */
const ROUNDING_MS = 1_000;
/** Bounds the cost for an account with very many requests and an object whose log is gone. */
const SEARCHED_LOGS = 50_000;

/** The logs of the endpoint before the object was created, the newest first: nearly always the first ones decide. */
const FIND = `
  SELECT id FROM (
    SELECT id, created_at, duration_ms, response_status, response_body FROM logs
    WHERE account_id = $1 AND endpoint = $2 AND id >= $3 AND id < $4
    ORDER BY id DESC LIMIT ${SEARCHED_LOGS}
  ) AS log
  WHERE response_status < 300 AND created_at + duration_ms * interval '1 millisecond' >= $5
    AND position($6 IN response_body) > 0
  ORDER BY id DESC LIMIT 1`;

/** @returns the id of the log; null: it was removed or dropped, or there was no such request */
export async function findCreatingLog(database: Queryable, object: CreatedObject): Promise<string | null> {
  const createdMs = object.createdAt.getTime();
  const { rows } = await database.query<{ id: string }>(FIND, [
    object.accountId,
    object.endpoint,
    logIdLowerBound(new Date(createdMs - REQUEST_MAX_MS)),
    logIdLowerBound(new Date(createdMs + 1)),
    new Date(createdMs - ROUNDING_MS),
    `"${object.id}"`,
  ]);
  return rows[0]?.id ?? null;
}
