// Received emails and reports: the allowed values (enums) of fields and parameters.

/** How the HTML of a received email refers to its own images (docs/reference/receiving.md#images). */
export const HTML_FORMATS = ['data_uri', 'cid'] as const;

/** The place where a file of a message is shown. */
export const DISPOSITIONS = ['inline', 'attachment'] as const;

/** The kinds of received mail that are not messages: mail to a return path, or to the address of feedback loops. */
export const RECEIVED_PURPOSES = ['report', 'feedback'] as const;
export type ReceivedPurpose = (typeof RECEIVED_PURPOSES)[number];

/** The outcomes of a report that was read (docs/reference/emails.md#get-emailsidtrace). */
export const REPORT_OUTCOMES = ['applied', 'unchanged', 'unknown', 'ignored'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

/** The result that a provider reports about a recipient. */
export const FEEDBACK_RESULTS = [
  'bounced',
  'failed',
  'delayed',
  'delivered',
  'complained',
  'unsubscribed',
] as const;
export type FeedbackResult = (typeof FEEDBACK_RESULTS)[number];
