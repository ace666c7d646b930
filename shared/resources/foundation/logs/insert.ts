// Inserts request logs, many per statement. All bodies are sent as one byte string of which each row takes its part: an
// array of texts is escaped by pg and parsed by Postgres character by character, which costs twice as much CPU.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { NewLog } from './log.ts';

/**
 * The id of a log consists of its time and a number from a sequence that all processes share (migrations/0002-mail.ts).
 */
const INSERT = `
  INSERT INTO logs (id, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms,
                    user_agent, request_body, response_body, content_id, created_at, error_name, ignored_parameters)
  SELECT created_ms * 1048576 + nextval('log_counter'), account_id, api_key_id, request_id, method, endpoint,
         response_status, duration_ms, user_agent,
         convert_from(substring($13::bytea FROM request_from FOR request_bytes), 'UTF8'),
         convert_from(substring($13::bytea FROM request_from + coalesce(request_bytes, 0) FOR response_bytes), 'UTF8'),
         content_id, to_timestamp(created_ms / 1000.0), error_name, ignored_parameters
  FROM unnest($1::bigint[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::smallint[],
              $8::integer[], $9::text[], $10::integer[], $11::integer[], $12::integer[], $14::uuid[], $15::text[], $16::text[])
    AS log (created_ms, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms,
            user_agent, request_from, request_bytes, response_bytes, content_id,
            error_name, ignored_parameters)
  -- A request may end after its account was deleted. No join: it could change the order of the ids.
  WHERE (SELECT true FROM accounts WHERE accounts.id = log.account_id)`;

/** Inserts logs. Within one millisecond, later logs get greater ids. */
export async function insertLogs(database: Queryable, logs: readonly NewLog[]): Promise<void> {
  const bodies: Buffer[] = [];
  /** Start of the next body; Postgres counts bytes from 1. */
  let end = 1;
  const places = logs.map(({ requestBody, responseBody }) => {
    const [request, response] = [bytesOf(requestBody), bytesOf(responseBody)];
    const from = end;
    for (const bytes of [request, response]) {
      if (!bytes) continue;
      bodies.push(bytes);
      end += bytes.length;
    }
    return { from, requestBytes: request?.length ?? null, responseBytes: response?.length ?? null };
  });
  await database.query({
    name: 'insert-logs',
    text: INSERT,
    values: [
      logs.map(({ createdAt }) => createdAt.getTime()),
      logs.map(({ accountId }) => accountId),
      logs.map(({ apiKeyId }) => apiKeyId),
      logs.map(({ requestId }) => requestId),
      logs.map(({ method }) => method),
      logs.map(({ endpoint }) => endpoint),
      logs.map(({ status }) => status),
      logs.map(({ durationMs }) => durationMs),
      logs.map(({ userAgent }) => userAgent),
      places.map(({ from }) => from),
      places.map(({ requestBytes }) => requestBytes),
      places.map(({ responseBytes }) => responseBytes),
      Buffer.concat(bodies),
      logs.map(({ contentId }) => contentId),
      logs.map(({ errorName }) => errorName),
      logs.map(({ ignoredParameters }) => ignoredParameters),
    ],
  });
}

function bytesOf(body: string | null): Buffer | undefined {
  return body === null ? undefined : Buffer.from(body);
}
