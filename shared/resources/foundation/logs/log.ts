// The request log: one request of an account, as it is stored (docs/reference/logs.md).

/** The `endpoint` of a message that a program submitted by SMTP; its `method` is `SMTP`. */
export const SMTP_ENDPOINT = '/smtp';

/** A request that was answered, or whose client disconnected. */
export interface NewLog {
  accountId: string;
  apiKeyId: string;
  requestId: string;
  method: string;
  /** The path in its canonical form, without its query. */
  endpoint: string;
  status: number;
  durationMs: number;
  userAgent: string;
  /** JSON of capture.ts; null if there was no body to keep. */
  requestBody: string | null;
  responseBody: string | null;
  /** The email that stores `html` and `text` of the request (contents.ts), or null. */
  contentId: string | null;
  /** When the request was made. */
  createdAt: Date;
}
