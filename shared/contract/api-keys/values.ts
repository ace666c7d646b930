// API keys: the closed sets of words that fields hold and filters ask for.

/** What an API key may do: everything, or only send (decisions.md §11). */
export const API_KEY_PERMISSIONS = ['full_access', 'sending_access'] as const;
