// API keys: the allowed values (enums) of fields and filters.

/** What an API key may do: everything, or only send (docs/reference/api-keys.md#permissions). */
export const API_KEY_PERMISSIONS = ['full_access', 'sending_access'] as const;
