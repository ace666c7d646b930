// Verifies a received request as its receiver would: X-Service-Signature by hand with node:crypto, webhook-signature
// with the library of Standard Webhooks.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../support/net/webhooks-receiver.ts';

/** @returns true if both signatures match this secret, false if neither does. @throws if only one matches */
export function verifies(request: ReceivedRequest | undefined, secret: string): boolean {
  if (!request) throw new Error('No request has come.');
  const { headers, body } = request;
  const signed = `${headers['x-service-timestamp']}.${body}`;
  const byHand = createHmac('sha256', secret).update(signed).digest('hex') === headers['x-service-signature'];
  if (byHand !== passesThirdParty(request, secret)) throw new Error('The two signatures disagree.');
  return byHand;
}

function passesThirdParty({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
