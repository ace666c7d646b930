// Erases a person from request logs. A log about the person alone loses both bodies; from all others only the address
// is removed. Every log of the account is read, because no index knows what a body mentions.
import { rewriteTexts, type TextColumns } from '../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../platform/sharing/turns.ts';
import type { Eraser } from '../erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../erasing/found-rows.ts';
import { erasingTraces } from '../erasing/phase.ts';

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
    SELECT id, concat_ws(E'\\n', endpoint, request_id, user_agent, ignored_parameters,
             request_body, response_body) AS texts, bytes,
           sum(bytes) OVER (ORDER BY id) AS bytes_until
    FROM (SELECT *, coalesce(octet_length(request_body), 0) + coalesce(octet_length(response_body), 0) AS bytes
          FROM logs WHERE account_id = ANY($1::uuid[]) AND id > $4 AND id < $5
          ORDER BY account_id, id LIMIT ${PAGE}) AS logs
  )
  SELECT id, bytes, (SELECT count(*) FROM page)::integer AS "pageRows",
         texts ~* $2 OR texts ~ $6 OR (cardinality($3::text[]) > 0 AND EXISTS (
               SELECT FROM regexp_matches(texts, '${UUID}', 'gi') AS found
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
  { patterns: [pattern, inBase64], person: { contactIds } }: Eraser,
  { accountId, after, before }: LogRange,
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow & { pageRows: number }>({
    name: 'find-logs-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, contactIds, after, before, inBase64],
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

const TEXTS: TextColumns = {
  table: 'logs',
  key: { name: 'id', type: 'bigint' },
  columns: {
    endpoint: 'text',
    request_id: 'text',
    user_agent: 'text',
    ignored_parameters: 'text',
    request_body: 'json',
    response_body: 'json',
  },
};

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
  const own = await mapInTurns(rows, ({ id, endpoint, requestBody, responseBody }) =>
    eraser.areAboutAlone(endpoint, [requestBody, responseBody]) ? [id] : [],
  );
  await client.query({
    name: 'empty-logs-of-person',
    text: 'UPDATE logs SET request_body = NULL, response_body = NULL, content_id = NULL WHERE id = ANY($1::bigint[])',
    values: [own.flat()],
  });
  await rewriteTexts(client, TEXTS, { accountId, values: rows.map(({ id }) => id) }, eraser.erase);
}

export const logsPhase = erasingTraces({ first: '0', find: findMentioningLogs, erase: eraseLogs });
