// Request logs: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const LOG_FIELDS: FieldDescriptions = {
  'Log.created_at': 'When the request was made',
  'LogItem.created_at': 'When the request was made',
  'Log.endpoint': 'Path of the request, without the query',
  'LogItem.endpoint': 'Path of the request, without the query',
  method: 'HTTP method',
  response_status: 'HTTP status of the answer; 499: the client disconnected before the answer',
  'Log.duration_ms': 'Milliseconds from the start of the request to the end of the answer',
  'LogItem.duration_ms': 'Milliseconds from the start of the request to the end of the answer',
  user_agent: 'User-Agent header of the request',
  request_id: 'X-Request-Id header of the answer',
  api_key_id: 'Id of the API key of the request',
  request_body:
    'JSON body of the request, up to 64 KiB, without secrets and file contents; null: there was no JSON body, or it was not read',
  response_body: 'JSON body of the answer, up to 64 KiB, without secrets; null: the answer had no JSON body',
  'listLogs.method': 'Only requests with this method',
  'listLogs.status': 'Only requests with this status (`404`) or this class of statuses (`4xx`)',
  'listLogs.endpoint': 'Only requests with exactly this path',
  'listLogs.q':
    'Only requests with this text in the path, the User-Agent, the request id, or the error of a failed request',
  'listLogs.since': 'Only requests made at or after this time: ISO 8601 or English such as `2 hours ago`',
  'listLogs.until': 'Only requests made before this time; a date without a time includes that whole day',
};
