// Who sees the result of a poll, besides the account.

/** The choices, as the page calls them. */
export const POLL_RESULTS = [
  { id: 'private', label: 'Only you' },
  { id: 'public', label: 'People who voted' },
] as const;
