// A hand-written check of both signatures, and a third party's: what a receiver does with a request.
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../support/webhooks-receiver.ts';

/** True when a request is signed with this secret, in both ways; false when neither is. @throws when they differ */
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
