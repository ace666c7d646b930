// Received emails: the allowed values (enums) of fields and parameters.

/** How the HTML of a received email refers to its own images (docs/reference/receiving.md#images). */
export const HTML_FORMATS = ['data_uri', 'cid'] as const;

/** Where a file of a message is shown. */
export const DISPOSITIONS = ['inline', 'attachment'] as const;
