// Takes a person out of request logs: out of the path and both bodies. A log is about the person when it has the address
// or the id of a contact. Every log of the account is looked at, because no index says what a body mentions.
import type { Transaction } from '../../platform/db/transaction.ts';
import { mapInTurns } from '../../platform/sharing/turns.ts';
import type { FoundPage, FoundRow } from '../contacts/erasures/found-rows.ts';
import type { Eraser } from '../contacts/erasures/text/eraser.ts';

const PAGE = 500;
/** Bodies of a page that Postgres searches: some tenths of a second. A single log may have more. */
const PAGE_BYTES = 4 * 1024 * 1024;

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

/**
 * The order by account makes Postgres use the account's own index (shared/platform/db/page.ts). All ids of a body are
 * found at once and looked up in a hash table: the time does not depend on the number of contacts.
 */
const MENTIONING = `
  WITH page AS MATERIALIZED (
    SELECT id, endpoint, request_body, response_body, bytes, sum(bytes) OVER (ORDER BY id) AS bytes_until
    FROM (SELECT *, coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0) AS bytes
          FROM logs WHERE account_id = ANY($1::uuid[]) AND id > $4 AND id < $5
          ORDER BY account_id, id LIMIT ${PAGE}) AS logs
  )
  SELECT id, bytes, (SELECT count(*) FROM page)::integer AS "pageRows",
         concat_ws(E'\\n', endpoint, request_body, response_body) ~* $2
         OR (cardinality($3::text[]) > 0 AND EXISTS (
               SELECT FROM regexp_matches(concat_ws(E'\\n', endpoint, request_body, response_body), '${UUID}', 'gi') AS found
               JOIN unnest($3::text[]) AS contact (id) ON contact.id = lower(found[1]))) AS "isFound"
  FROM page
  WHERE bytes_until - bytes < ${PAGE_BYTES}
  ORDER BY page.id`;

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
  const { rows } = await client.query<FoundRow & { pageRows: number }>({
    name: 'find-logs-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, contactIds, after, before],
  });
  const pageRows = rows[0]?.pageRows ?? 0;
  return { rows, isEnd: pageRows < PAGE && rows.length === pageRows };
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
  const erased = (await mapInTurns(rows, (log) => eraseLog(log, eraser))).flat();
  if (erased.length === 0) return;
  await client.query({
    name: 'erase-logs',
    text: `UPDATE logs SET endpoint = erased.endpoint, request_body = erased.request, response_body = erased.response
           FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS erased (id, endpoint, request, response)
           WHERE logs.id = erased.id AND logs.id = ANY($1::bigint[])`,
    values: [
      erased.map(({ id }) => id),
      erased.map(({ endpoint }) => endpoint),
      erased.map(({ requestBody }) => requestBody),
      erased.map(({ responseBody }) => responseBody),
    ],
  });
}

/** A log that is not about the person is left out. */
function eraseLog({ id, endpoint, requestBody, responseBody }: StoredLog, eraser: Eraser): StoredLog[] {
  if (![endpoint, requestBody, responseBody].some((text) => eraser.concerns(text))) return [];
  const erase = (json: string | null) => json && eraser.eraseJson(json);
  return [
    {
      id,
      endpoint: eraser.eraseAddress(endpoint),
      requestBody: erase(requestBody),
      responseBody: erase(responseBody),
    },
  ];
}
