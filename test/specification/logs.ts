// What the interface and the decisions behind it say of request logs and of the limits of API keys, in their words: as
// emails.ts does of emails.

/** Where a sentence stands → the sentences. */
export const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'interface: Log': [
    'object | string | always `log`',
    'id | string | numeric string, not a UUID',
    'created_at | string | when the logged request was made',
    'endpoint | string | request path',
    'method | string | HTTP method',
    'response_status | number | HTTP status returned',
    "user_agent | string | caller's User-Agent",
    'request_body | object | captured body; shape varies with the logged request',
    'response_body | object | captured body; shape varies with the logged request',
  ],
  'interface: GET /logs and GET /logs/:id': [
    'Path `id`: numeric string. Response: the log record.',
    '`not_found` (404) when no such log exists for the account.',
    'Always paginated (`limit`, `after`, `before`).',
    'GET /emails and GET /logs are always paginated.',
  ],
  'decisions: §1, keys': ['an expired key or a forbidden address `invalid_api_key`.'],
  'decisions: §9, logs': [
    'every request with a key, 4xx and 5xx too, but not reads of /logs',
    'items without bodies',
    'bodies up to 64 KiB, with signing secrets, keys, tokens, signed links and attachment contents redacted',
    'filters `method, status, endpoint, q, since, until`.',
  ],
};
