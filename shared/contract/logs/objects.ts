// Request logs: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';

const LOG_ITEM = {
  id: { description: 'Id of the object', type: 'string', pattern: '^\\d+$' },
  created_at: field.time('When the request was made'),
  endpoint: field.text('Path of the request, without the query'),
  method: field.text('HTTP method; `SMTP` for a message submitted by a program'),
  response_status: field.integer(
    'HTTP status of the response; 499: the client disconnected before the response',
  ),
  error_name: field.textOrNull(
    'Name of the error in the response, such as `invalid_to_address`; null: no error',
  ),
  ignored_parameters: field.texts(
    'Names of unknown query parameters, percent-encoded; `...` at the end means that there were more',
  ),
  duration_ms: field.integer('Milliseconds from the start of the request to the end of the response'),
  user_agent: field.textOrNull('User-Agent header of the request'),
  request_id: field.text('X-Request-Id header of the response'),
  api_key_id: field.idOrNull('Id of the API key of the request'),
} as const;

/** The types of a body as it was sent or answered: its shape depends on the request. */
const ANY_BODY = ['object', 'array', 'null'] as const;

/** Name of an object → its fields. */
export const LOG_OBJECTS = {
  LogItem: LOG_ITEM,
  Log: {
    object: field.type('log'),
    ...LOG_ITEM,
    request_body: {
      description:
        'JSON body of the request, up to 64 KiB, without secrets and file contents; null: there was no JSON body, or it was not read',
      type: ANY_BODY,
    },
    response_body: {
      description: 'JSON body of the response, up to 64 KiB, without secrets; null: it had no JSON body',
      type: ANY_BODY,
    },
  },
} as const satisfies Record<string, field.ObjectFields>;
