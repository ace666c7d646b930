// Webhook signatures (HMAC): checked by hand with node:crypto, and with a verifier library for Standard Webhooks
// (docs/reference/webhooks.md#signatures).
import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import {
  findSignatureProblem,
  newSecret,
  signatureHeaders,
} from '../../../../../shared/resources/foundation/webhooks/signature.ts';

const BODY = '{"type":"email.delivered","text":"Grüße, \\"Bo\\" 🔑"}';
const ID = '0199d3a0-0000-7000-8000-000000000001';

describe('webhook signatures', () => {
  const secret = newSecret();
  const now = Math.floor(Date.now() / 1000);
  const headers = (changes = {}) =>
    signatureHeaders({ id: ID, timestamp: now, body: BODY, secret, ...changes });

  it('use a secret of `whsec_` and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 50 }, newSecret);
    expect(new Set(secrets).size).to.equal(50);
    for (const each of secrets) {
      expect(each).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(each.slice(6), 'base64')).to.have.length(32);
    }
  });

  it('`X-Service-Signature` is the HMAC-SHA256 of `<timestamp>.<body>` as hex; the key is the whole secret as text.', () => {
    const expected = createHmac('sha256', secret).update(`${now}.${BODY}`).digest('hex');
    expect(headers()).to.include({
      'x-service-timestamp': String(now),
      'x-service-signature': expected,
    });
  });

  it('`webhook-signature` is `v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` as base64; the key is the decoded base64 after `whsec_`.', () => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key).update(`${ID}.${now}.${BODY}`).digest('base64');
    expect(headers()).to.include({
      'webhook-id': ID,
      'webhook-timestamp': String(now),
      'webhook-signature': `v1,${expected}`,
    });
  });

  it('The `svix-*` headers have the same values as the `webhook-*` headers.', () => {
    const signed = headers();
    for (const name of ['id', 'timestamp', 'signature']) {
      expect(signed[`svix-${name}`]).to.equal(signed[`webhook-${name}`]);
    }
  });

  it('are the same for a text and for its bytes', () => {
    expect(headers({ body: Buffer.from(BODY) })).to.deep.equal(headers());
  });

  describe('Signs so that a library for Standard Webhooks accepts the request and rejects a changed or old one.', () => {
    const verify = (signed: Record<string, string>, body = BODY, by = secret) =>
      new Webhook(by).verify(body, signed);

    it('are accepted', () => {
      expect(verify(headers())).to.deep.equal(JSON.parse(BODY));
    });

    it('are refused when a byte of the body has changed', () => {
      expect(() => verify(headers(), BODY.replace('Bo', 'Ba'))).to.throw(/signature/);
    });

    it('are refused when they are old', () => {
      expect(() => verify(headers({ timestamp: now - 6 * 60 }))).to.throw(/old/);
    });

    it('are refused after the secret was rotated', () => {
      expect(() => verify(headers(), BODY, newSecret())).to.throw(/signature/);
    });
  });

  describe('of X-Service-*', () => {
    const problem = (changes = {}) =>
      findSignatureProblem({
        timestamp: String(now),
        signature: headers()['x-service-signature'] ?? '',
        body: BODY,
        secret,
        nowSeconds: now,
        ...changes,
      });

    it('are accepted', () => {
      expect(problem()).to.equal(undefined);
      expect(problem({ body: Buffer.from(BODY) })).to.equal(undefined);
    });

    it('are refused when a byte of the body has changed', () => {
      expect(problem({ body: BODY.replace('Bo', 'Ba') })).to.equal('signature');
    });

    it('are refused when a digit of the signature has changed', () => {
      const signature = headers()['x-service-signature'] ?? '';
      const changed = (signature[0] === '0' ? '1' : '0') + signature.slice(1);
      expect(problem({ signature: changed })).to.equal('signature');
    });

    it('are refused with a timestamp that was not signed', () => {
      expect(problem({ timestamp: String(now + 1) })).to.equal('signature');
    });

    it('are refused after the secret was rotated', () => {
      expect(problem({ secret: newSecret() })).to.equal('signature');
    });

    it('are accepted up to five minutes before and after their timestamp, and refused beyond that', () => {
      for (const away of [-300, 300]) expect(problem({ nowSeconds: now + away })).to.equal(undefined);
      for (const away of [-301, 301]) expect(problem({ nowSeconds: now + away })).to.equal('timestamp');
    });

    it('are checked with the tolerance that the caller gives', () => {
      expect(problem({ nowSeconds: now + 11, toleranceSeconds: 10 })).to.equal('timestamp');
      expect(problem({ nowSeconds: now + 10, toleranceSeconds: 10 })).to.equal(undefined);
    });

    for (const [what, changes] of Object.entries({
      'an empty signature': { signature: '' },
      'a signature that is too short': { signature: 'ab' },
      'a signature that is not hex': { signature: 'x'.repeat(64) },
      'an empty timestamp': { timestamp: '' },
      'a timestamp that is no number': { timestamp: 'yesterday' },
      'a negative timestamp': { timestamp: '-1' },
      'a timestamp of many digits': { timestamp: '1'.repeat(400) },
    })) {
      it(`are refused with ${what}`, () => {
        expect(problem(changes)).to.equal('malformed');
      });
    }
  });
});
