// A request as its account sees it afterwards (interface.md, Log; decisions.md §9).

/** A request that was answered, or whose client has gone. */
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
  /** JSON of capture.ts; null when there was none. */
  requestBody: string | null;
  responseBody: string | null;
  /** The email in whose contents `html` and `text` of the request are kept (contents.ts), or null. */
  contentId: string | null;
  /** When the request was made. */
  createdAt: Date;
}
