// How a program makes sure that a request comes from this service (docs/reference/webhooks.md#signatures), as text.

/** For Node: any framework that hands over the body as it arrived. */
export const VERIFY_WITH_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody is a Buffer: the body as it arrived, before any JSON parsing
export function isGenuine(headers, rawBody, secret) {
  const timestamp = headers['x-service-timestamp'] ?? '';
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex');
  const hmac = createHmac('sha256', secret);
  const expected = hmac.update(\`\${timestamp}.\`).update(rawBody).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  const isSame = given.length === expected.length && timingSafeEqual(given, expected);
  return isRecent && isSame;
}`;

/** For a terminal. @param secret the signing secret, or a word in its place */
export function verifyWithCli(secret: string): string {
  return [
    'posthorn webhooks verify',
    `--secret '${secret}'`,
    '--timestamp "$X_SERVICE_TIMESTAMP"',
    '--signature "$X_SERVICE_SIGNATURE"',
    '--payload body.json',
  ].join(' \\\n  ');
}
