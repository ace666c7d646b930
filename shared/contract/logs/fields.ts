// Logs of requests: what their fields and parameters mean (../fields.ts tells how names are read).
import type { FieldMeanings } from '../fields.ts';

export const LOG_FIELDS: FieldMeanings = {
  'Log.created_at': 'When the request was made',
  'LogItem.created_at': 'When the request was made',
  'Log.endpoint': 'Path of the request, without its query',
  'LogItem.endpoint': 'Path of the request, without its query',
  method: 'HTTP method',
  response_status: 'HTTP status of the answer; 499: the client left before there was one',
  'Log.duration_ms': 'Milliseconds from the request to the end of its answer',
  'LogItem.duration_ms': 'Milliseconds from the request to the end of its answer',
  user_agent: 'User-Agent of the caller',
  request_id: 'X-Request-Id of the answer',
  api_key_id: 'The key that the request was made with',
  request_body:
    'Its JSON, up to 64 KiB and without secrets and contents of files; null: it had none that could be read',
  response_body:
    'The JSON that was answered, up to 64 KiB and without secrets; null: the answer was none or something else',
  'listLogs.method': 'Only requests with this method',
  'listLogs.status': 'Only requests with this status (`404`), or with one of this class (`4xx`)',
  'listLogs.endpoint': 'Only requests of exactly this path',
  'listLogs.q':
    'Only requests with this text in path, User-Agent or request id, or in the error that they got',
  'listLogs.since': 'Only requests made at this time or later: ISO 8601, or English such as `2 hours ago`',
  'listLogs.until': 'Only requests made before this time; a date alone is the whole day',
};
