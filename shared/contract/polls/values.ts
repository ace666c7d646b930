// Polls and versions of campaigns on the web: the allowed values (enums) of fields.

/** Whether the page of a poll shows its results after a vote. */
export const POLL_RESULTS = ['private', 'public'] as const;

/** Whether a poll takes votes. */
export const POLL_STATUSES = ['open', 'closed'] as const;

/** The people who can open a campaign's web version (docs/reference/web-version.md). */
export const WEB_VERSIONS = ['link', 'public', 'off'] as const;
