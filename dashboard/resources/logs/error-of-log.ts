// The error of a logged request that was refused or failed (docs/reference/errors.md#the-error-object).

/** Why it was refused. */
export interface LoggedError {
  name: string;
  message: string;
}

/** @returns undefined for a success, and for an answer that is not an error of the API */
export function errorOfLog(log: {
  response_status: number;
  response_body: unknown;
}): LoggedError | undefined {
  const { response_status, response_body: body } = log;
  if (response_status < 400 || typeof body !== 'object' || body === null) return undefined;
  const { name, message } = body as { name?: unknown; message?: unknown };
  return typeof name === 'string' ? { name, message: String(message ?? '') } : undefined;
}
