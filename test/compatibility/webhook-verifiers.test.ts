// The libraries with which receivers verify webhooks, unchanged, on a request that our worker has really delivered
// (docs/reference/clients.md#verifiers-of-webhooks).
import { expect } from 'chai';
import { Resend } from 'resend';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../support/net/webhooks-receiver.ts';
import { eventually } from '../support/time/eventually.ts';
import { useService } from './support/use-service.ts';

type Verify = (secret: string, request: Pick<ReceivedRequest, 'body' | 'headers'>) => unknown;

const verifyWithSdk: Verify = (webhookSecret, { body, headers }) =>
  new Resend('unused').webhooks.verify({
    payload: body,
    headers: {
      id: String(headers['svix-id']),
      timestamp: String(headers['svix-timestamp']),
      signature: String(headers['svix-signature']),
    },
    webhookSecret,
  });

const VERIFIERS: Record<string, Verify> = {
  'svix 1.99.1': (secret, { body, headers }) =>
    new SvixWebhook(secret).verify(body, headers as Record<string, string>),
  'standardwebhooks 1.1.1': (secret, { body, headers }) =>
    new StandardWebhook(secret).verify(body, headers as Record<string, string>),
  'the SDK of Resend 6.38.0': verifyWithSdk,
};

describe('The libraries svix, standardwebhooks and resend verify a delivered webhook, and refuse a changed one.', () => {
  const service = useService();
  let receiver: WebhookReceiver;
  let secret: string;
  let request: ReceivedRequest;
  after(() => receiver.close());
  before(async () => {
    receiver = await startWebhookReceiver();
    const { token, send } = service.sender;
    const webhook = { endpoint: receiver.url, events: ['email.delivered'] };
    const created = await service.app.as(token).post('/webhooks').send(webhook).expect(201);
    secret = created.body.signing_secret;
    await send({ subject: 'Grüße "Bo" 🎉' });
    request = await eventually('the webhook is delivered', () => receiver.requests[0]);
  });

  for (const [library, verify] of Object.entries(VERIFIERS)) {
    describe(library, () => {
      it('returns the event', () => {
        const event = verify(secret, request);
        expect(event).to.have.nested.include({ type: 'email.delivered', 'data.subject': 'Grüße "Bo" 🎉' });
      });

      it('refuses a changed body', () => {
        const body = request.body.replace('Grüße', 'Gruesse');
        expect(() => verify(secret, { ...request, body })).to.throw(/signature/i);
      });

      it('refuses another secret', () => {
        const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
        expect(() => verify(other, request)).to.throw(/signature/i);
      });
    });
  }
});
