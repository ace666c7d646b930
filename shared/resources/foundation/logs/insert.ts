// Inserts request logs, many per statement. All bodies are sent as one byte string; each row takes its part: an
// array of texts is escaped by pg and parsed by Postgres character by character, which costs twice as much CPU.
import type { Queryable } from '../../../platform/db/connect.ts';
import { column, type SentColumns, sentRows } from '../../../platform/db/parameters/sent-rows.ts';
import type { NewLog } from './log.ts';

/** A log, and which part of all bodies is its own. */
interface PlacedLog {
  log: NewLog;
  from: number;
  requestBytes: number | null;
  responseBytes: number | null;
}

const COLUMNS: SentColumns<PlacedLog> = {
  created_ms: column('bigint', ({ log }) => log.createdAt.getTime()),
  account_id: column('uuid', ({ log }) => log.accountId),
  api_key_id: column('uuid', ({ log }) => log.apiKeyId),
  request_id: column('text', ({ log }) => log.requestId),
  method: column('text', ({ log }) => log.method),
  endpoint: column('text', ({ log }) => log.endpoint),
  response_status: column('smallint', ({ log }) => log.status),
  duration_ms: column('integer', ({ log }) => log.durationMs),
  user_agent: column('text', ({ log }) => log.userAgent),
  request_from: column('integer', ({ from }) => from),
  request_bytes: column('integer', ({ requestBytes }) => requestBytes),
  response_bytes: column('integer', ({ responseBytes }) => responseBytes),
  content_id: column('uuid', ({ log }) => log.contentId),
  error_name: column('text', ({ log }) => log.errorName),
  ignored_parameters: column('text', ({ log }) => log.ignoredParameters),
};

const SENT = sentRows([COLUMNS]);
const BODIES = `$${SENT.next}::bytea`;

/**
 * The id of a log consists of its time and a number from a sequence that all processes share (migrations/0002-mail.ts).
 */
const INSERT = `
  INSERT INTO logs (id, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms,
                    user_agent, request_body, response_body, content_id, created_at, error_name, ignored_parameters)
  SELECT created_ms * 1048576 + nextval('log_counter'), account_id, api_key_id, request_id, method, endpoint,
         response_status, duration_ms, user_agent,
         convert_from(substring(${BODIES} FROM request_from FOR request_bytes), 'UTF8'),
         convert_from(substring(${BODIES} FROM request_from + coalesce(request_bytes, 0) FOR response_bytes), 'UTF8'),
         content_id, to_timestamp(created_ms / 1000.0), error_name, ignored_parameters
  FROM (${SENT.select(COLUMNS)}) AS log
  -- A request may end after its account was deleted. No join: it could change the order of the ids.
  WHERE (SELECT true FROM accounts WHERE accounts.id = log.account_id)`;

/** Inserts logs. Within one millisecond, later logs get greater ids. */
export async function insertLogs(database: Queryable, logs: readonly NewLog[]): Promise<void> {
  const bodies: Buffer[] = [];
  /** Start of the next body; Postgres counts bytes from 1. */
  let end = 1;
  const placed = logs.map((log): PlacedLog => {
    const request = bytesOf(log.requestBody);
    const response = bytesOf(log.responseBody);
    const from = end;
    for (const bytes of [request, response]) {
      if (!bytes) continue;
      bodies.push(bytes);
      end += bytes.length;
    }
    return { log, from, requestBytes: request?.length ?? null, responseBytes: response?.length ?? null };
  });
  await database.query({
    name: 'insert-logs',
    text: INSERT,
    values: [...SENT.values(placed), Buffer.concat(bodies)],
  });
}

function bytesOf(body: string | null): Buffer | undefined {
  return body === null ? undefined : Buffer.from(body);
}
