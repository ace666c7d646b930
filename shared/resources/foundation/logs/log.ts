// The request log: one request of an account, in its stored form (docs/reference/logs.md).
import { ERROR_STATUS, type ErrorName } from '../../../contract/errors.ts';

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
  /** The name of the error that was answered, or null. */
  errorName: ErrorName | null;
  durationMs: number;
  userAgent: string;
  /** JSON of capture.ts; null if there was no body to store. */
  requestBody: string | null;
  responseBody: string | null;
  /** The email that stores `html` and `text` of the request (contents.ts), or null. */
  contentId: string | null;
  /** Names of the query parameters that were ignored, separated by `, `; null: none. */
  ignoredParameters: string | null;
  /** When the request was made. */
  createdAt: Date;
}

/** Below this status, `name` is a field of the result. */
const FIRST_ERROR_STATUS = 400;

/** The name of the error in an answer. */
export function errorNameOf(status: number, answer: unknown): ErrorName | null {
  if (status < FIRST_ERROR_STATUS || typeof answer !== 'object' || answer === null) return null;
  const name = 'name' in answer ? answer.name : undefined;
  return typeof name === 'string' && Object.hasOwn(ERROR_STATUS, name) ? (name as ErrorName) : null;
}
