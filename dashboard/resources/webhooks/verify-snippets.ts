// How a program makes sure that a request comes from this service (docs/reference/webhooks.md#signatures), as text.

/** For Node: any framework that hands over the body as it arrived. */
export const VERIFY_WITH_NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody is a Buffer: the body as it arrived, before any JSON parsing
export function isGenuine(headers, rawBody, secret) {
  const { 'x-service-timestamp': timestamp = '', 'x-service-signature': signature = '' } = headers;
  const given = Buffer.from(signature, 'hex');
  const expected = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(rawBody).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300;
  return isRecent && given.length === expected.length && timingSafeEqual(given, expected);
}`;

/** For a terminal. @param secret the signing secret, or a word in its place */
export function verifyWithCli(secret: string): string {
  return [
    'npx posthorn webhooks verify',
    `--secret '${secret}'`,
    '--timestamp "$X_SERVICE_TIMESTAMP"',
    '--signature "$X_SERVICE_SIGNATURE"',
    '--payload body.json',
  ].join(' \\\n  ');
}
