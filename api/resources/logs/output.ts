// JSON form of a request log (docs/reference/logs.md), with fields that help to trace a request: its request id, API
// key and duration.
import type { FullLogRow } from '../../../shared/resources/foundation/logs/find.ts';
import type { LogRow } from '../../../shared/resources/foundation/logs/list.ts';

/** An item of GET /logs: everything except bodies. */
export function toLogItem(row: LogRow) {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    endpoint: row.endpoint,
    method: row.method,
    response_status: row.response_status,
    error_name: row.error_name,
    ignored_parameters: row.ignored_parameters?.split(', ') ?? [],
    duration_ms: row.duration_ms,
    user_agent: row.user_agent,
    request_id: row.request_id,
    api_key_id: row.api_key_id,
  };
}

/** The answer of GET /logs/:id. */
export function toLog(row: FullLogRow) {
  return {
    object: 'log',
    ...toLogItem(row),
    request_body: row.request_body,
    response_body: row.response_body,
  };
}
