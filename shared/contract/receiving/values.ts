// Received emails and reports: the allowed values (enums) of fields and parameters.

/** How the HTML of a received email refers to its own images (docs/reference/receiving.md#images). */
export const HTML_FORMATS = ['data_uri', 'cid'] as const;

/** Where a file of a message is shown. */
export const DISPOSITIONS = ['inline', 'attachment'] as const;

/** What came in as mail and is not a message: it came to a return path, or to the address of feedback loops. */
export const RECEIVED_PURPOSES = ['report', 'feedback'] as const;
export type ReceivedPurpose = (typeof RECEIVED_PURPOSES)[number];

/** What became of a report that was read (docs/reference/emails.md#get-emailsidtrace). */
export const REPORT_OUTCOMES = ['applied', 'unchanged', 'unknown', 'ignored'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** What a provider says of a recipient. */
export const FEEDBACK_RESULTS = [
  'bounced',
  'failed',
  'delayed',
  'delivered',
  'complained',
  'unsubscribed',
] as const;
export type FeedbackResult = (typeof FEEDBACK_RESULTS)[number];
