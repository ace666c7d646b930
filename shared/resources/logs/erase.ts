// Takes a person out of request logs: out of the path and both bodies. A log is about the person when it has the address
// or the id of a contact. Every log of the account is looked at, because no index says what a body mentions.
import type { Transaction } from '../../platform/db/transaction.ts';
import type { FoundPage, FoundRow } from '../contacts/erasures/found-rows.ts';
import type { Eraser } from '../contacts/erasures/text/eraser.ts';

const PAGE = 500;

const IN_ANY = (condition: (column: string) => string) =>
  ['endpoint', 'request_body', 'response_body'].map(condition).join(' OR ');

/** The order by account makes Postgres use the account's own index (shared/platform/db/page.ts). */
const MENTIONING = `
  SELECT id, coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0) AS bytes,
         coalesce(${IN_ANY((column) => `${column} ~* $2`)}
                  OR ${IN_ANY((column) => `${column} LIKE ANY($3::text[])`)}, false) AS "isFound"
  FROM (SELECT * FROM logs
        WHERE account_id = ANY($1::uuid[]) AND id > $4 AND id < $5
        ORDER BY account_id, id LIMIT ${PAGE}) AS logs
  ORDER BY logs.id`;

/** Logs of an account between two ids. */
export interface LogRange {
  accountId: string;
  after: string;
  before: string;
}

/** Looks at logs. */
export async function findMentioningLogs(
  client: Transaction,
  { pattern, person: { contactIds } }: Eraser,
  { accountId, after, before }: LogRange,
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-logs-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, contactIds.map((id) => `%${id}%`), after, before],
  });
  return { rows, isEnd: rows.length < PAGE };
}

interface StoredLog {
  id: string;
  endpoint: string;
  requestBody: string | null;
  responseBody: string | null;
}

/** Erases a person from logs of an account. */
export async function eraseLogs(
  client: Transaction,
  accountId: string,
  ids: readonly string[],
  eraser: Eraser,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<StoredLog>({
    name: 'lock-logs-to-erase',
    text: `SELECT id, endpoint, request_body AS "requestBody", response_body AS "responseBody" FROM logs
           WHERE id = ANY($1::bigint[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE`,
    values: [ids, accountId],
  });
  const concerned = rows.filter((log) =>
    [log.endpoint, log.requestBody, log.responseBody].some((text) => eraser.concerns(text)),
  );
  if (concerned.length === 0) return;
  const erase = (json: string | null) => json && eraser.eraseJson(json);
  await client.query({
    name: 'erase-logs',
    text: `UPDATE logs SET endpoint = erased.endpoint, request_body = erased.request, response_body = erased.response
           FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS erased (id, endpoint, request, response)
           WHERE logs.id = erased.id AND logs.id = ANY($1::bigint[])`,
    values: [
      concerned.map(({ id }) => id),
      concerned.map(({ endpoint }) => eraser.eraseAddress(endpoint)),
      concerned.map(({ requestBody }) => erase(requestBody)),
      concerned.map(({ responseBody }) => erase(responseBody)),
    ],
  });
}
