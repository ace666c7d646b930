// API keys: the allowed values (enums) of fields and filters.

/** The permissions of an API key: everything, or only sending (docs/reference/api-keys.md#permissions). */
export const API_KEY_PERMISSIONS = ['full_access', 'sending_access'] as const;
