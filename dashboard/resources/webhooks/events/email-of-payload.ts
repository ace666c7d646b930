// The email that a webhook's event is about (docs/reference/webhooks.md#payloads).

/** @returns undefined for an event about something else */
export function emailOfPayload(payload: unknown): { id: string; subject: string } | undefined {
  if (typeof payload !== 'object' || payload === null || !('data' in payload)) return undefined;
  const { data } = payload;
  if (typeof data !== 'object' || data === null) return undefined;
  const { email_id, subject } = data as { email_id?: unknown; subject?: unknown };
  if (typeof email_id !== 'string') return undefined;
  return { id: email_id, subject: typeof subject === 'string' ? subject : '' };
}
