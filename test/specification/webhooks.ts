// What the interface and the decisions behind it say of webhooks to the API's and the command line's clients, sentence by
// sentence and in their words. Each is the title of a test (titles.test.ts).

/** Where a sentence stands → the sentences. */
export const WEBHOOK_SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'interface: Domain and webhook': [
    '`signing_secret` (string; returned only at creation and at rotation, never retrievable again).',
  ],
  'interface: POST /webhooks': [
    'endpoint_url | string (public URL) | yes',
    'events | string[] | yes',
    'An older reference names the URL field `endpoint`.',
    'The response includes `signing_secret`.',
  ],
  'interface: POST /webhooks/:id/rotate': [
    'No body. The old secret stops working immediately.',
    'Response: `{ object: webhook, id, signing_secret }`. The new secret is shown only in this response.',
  ],
  'interface: DELETE /webhooks/:id': [
    'Permanently removes the webhook; delivery to its endpoint stops immediately.',
    'Response: `{ object: webhook, id, deleted: true }`.',
    "`not_found` (404) when the webhook does not exist or is not the caller's.",
  ],
  'interface: Authentication': ['Its local signature-verify command needs no key and rejects `--api-key`.'],
  'decisions 1: webhooks': [
    '`/webhooks/:id/signing-secret/rotate` → rotate',
    'webhook field `endpoint` ↔ `endpoint_url` (accept either, return both)',
  ],
  'decisions 9: webhooks': [
    'Record: `object, id, endpoint_url, endpoint, events, status, disabled_reason, created_at, updated_at`.',
    'all its names without the inbox ones, plus `email.canceled`',
    '`*` and `email.*` subscribe to groups',
    'an unknown name is 422',
    'Secret: `whsec_` + 32 random bytes in base64.',
    'POST `/webhooks/:id/replay {since}`',
    "POST `/webhooks/:id/test {type?}` → `{object: 'webhook_test', delivered, status_code, duration_ms, response}`.",
    '`endpoint_url` must be public: scheme http or https',
    '`npm start` allows loopback only',
  ],
  'decisions 12: webhooks': [
    '`posthorn webhooks verify --secret … --timestamp … --signature … [--payload file|-] [--tolerance s]` works offline, prints `{valid: true}`',
    'a mismatch is `cli_error`',
  ],
};
