// Headers as lines: those of an answer, and those that the service has sent with an attempt. Signatures are made at each
// attempt and kept nowhere, so they are named without a value. Pure.

/** `name: value`, a line for each value. @param headers as the API has them; values are text or lists of it */
export function headerLines(headers: object): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${name}: ${String(each)}`),
  );
}

/** The headers of an attempt (docs/reference/webhooks.md#signatures). @param sentAt ISO 8601 */
export function sentHeaderLines(eventId: string, sentAt: string): string[] {
  const timestamp = Math.floor(Date.parse(sentAt) / 1_000);
  return [
    'content-type: application/json',
    `x-service-timestamp: ${timestamp}`,
    'x-service-signature: (made with the secret, at each attempt)',
    ...['webhook', 'svix'].flatMap((prefix) => [
      `${prefix}-id: ${eventId}`,
      `${prefix}-timestamp: ${timestamp}`,
      `${prefix}-signature: (made with the secret, at each attempt)`,
    ]),
  ];
}
