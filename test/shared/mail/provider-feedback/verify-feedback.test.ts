// Who posts feedback: signatures over the raw octets, with keys that these tests make.
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect } from 'chai';
import type { FeedbackPost } from '../../../../shared/mail/provider-feedback/feedback-form.ts';
import { FEEDBACK_FORMS } from '../../../../shared/mail/provider-feedback/kinds.ts';
import type { FeedbackKind } from '../../../../shared/mail/provider-feedback/provider-kind.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { issueCertificate } from '../../../support/net/certificates.ts';

const NOW = new Date('2026-02-03T04:05:06Z');
const seconds = (days = 0) => String(NOW.getTime() / 1_000 + days * 86_400);

function verify(
  kind: FeedbackKind,
  body: string | Buffer,
  post: Partial<FeedbackPost> & { key?: string | undefined },
) {
  const { key, ...given } = post;
  const fetchCertificate = () => Promise.reject(new Error('There is no certificate.'));
  const whole = { body: Buffer.from(body), header: () => undefined, now: NOW, fetchCertificate, ...given };
  return FEEDBACK_FORMS[kind].verify(whole, key);
}

describe('A POST of feedback', () => {
  describe('of Mailgun', () => {
    const key = 'a-signing-key-of-32-characters-x';
    const signed = (timestamp: unknown = seconds(), token: unknown = 't1', by = key) => ({
      timestamp,
      token,
      signature: createHmac('sha256', by).update(`${timestamp}${token}`).digest('hex'),
    });
    const post = (signature: unknown, given: string | undefined = key) =>
      verify('mailgun', JSON.stringify({ signature, 'event-data': {} }), { key: given });

    it('is verified by the HMAC of its time and token', async () => {
      expect(await post(signed())).to.equal('verified');
      expect(await post(signed(Number(seconds())))).to.equal('verified');
      expect(await post(signed(seconds(), 't1', `${key}y`))).to.equal('forged');
      for (const signature of [undefined, null, [], 'x', {}, { ...signed(), token: 't2' }])
        expect(await post(signature)).to.equal('forged');
      for (const signature of ['', 'ä'.repeat(32), signed().signature.slice(1), 7, {}])
        expect(await post({ ...signed(), signature })).to.equal('forged');
      expect(await verify('mailgun', JSON.stringify({ signature: signed() }), {})).to.equal('forged');
      expect(await verify('mailgun', 'timestamp=1&token=t', { key })).to.equal('forged');
    });

    it('is stale after a week, a day ahead, and at no time', async () => {
      for (const timestamp of [seconds(-7.1), seconds(1.1), 'x', '', '1e400', '-5'])
        expect(await post(signed(timestamp)), timestamp).to.equal('stale');
      for (const days of [-6.9, 0.9]) expect(await post(signed(seconds(days)))).to.equal('verified');
    });
  });

  describe('of SendGrid', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const toKey = (made: KeyObject) => made.export({ type: 'spki', format: 'der' }).toString('base64');
    const key = toKey(publicKey);
    const body = '[ {"event":"delivered"}, {"event":"ö"}\r\n]';
    const fields = (timestamp = seconds(), octets = body) => ({
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.from(timestamp + octets),
        privateKey,
      ).toString('base64'),
      'x-twilio-email-event-webhook-timestamp': timestamp,
    });
    const post = (headers: Record<string, string>, octets = body, given: string | undefined = key) =>
      verify('sendgrid', octets, { header: (name) => headers[name], key: given });

    it('is verified by the signature over its time and octets', async () => {
      expect(await post(fields())).to.equal('verified');
      expect(await post(fields(), JSON.stringify(JSON.parse(body)))).to.equal('forged');
      expect(await post({ ...fields(), 'x-twilio-email-event-webhook-timestamp': seconds(-1) })).to.equal(
        'forged',
      );
      for (const signature of ['', '!', 'MEUCIQ==', 'x'.repeat(10_000)])
        expect(await post({ ...fields(), 'x-twilio-email-event-webhook-signature': signature })).to.equal(
          'forged',
        );
      expect(await post({})).to.equal('forged');
      const other = toKey(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey);
      for (const given of [other, '', 'no key']) expect(await post(fields(), body, given)).to.equal('forged');
      expect(await post(fields(seconds(-8)))).to.equal('stale');
      expect(await post(fields('soon'))).to.equal('stale');
    });

    it('needs a key of its kind', () => {
      const problemOf = (text: string) => FEEDBACK_FORMS.sendgrid.findKeyProblem?.(text);
      expect(problemOf(key)).to.equal(undefined);
      const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey;
      const curve = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey;
      for (const text of ['', 'x', toKey(rsa), toKey(curve)]) expect(problemOf(text)).to.be.a('string');
      for (const text of ['', 'short', 'with a space in its middle'])
        expect(FEEDBACK_FORMS.mailgun.findKeyProblem?.(text)).to.be.a('string');
      expect(FEEDBACK_FORMS.mailgun.findKeyProblem?.('0123456789abcdef0123456789abcdef')).to.equal(undefined);
    });
  });

  describe('of SNS', () => {
    const URL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b.pem';
    let issued: { cert: string; key: string };
    before(async () => {
      issued = await issueCertificate('sns.amazonaws.com', { keyType: 'rsa' });
    });
    const NAMES = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ];
    const message = (changes: Record<string, unknown> = {}, digest = 'sha256'): Record<string, unknown> => {
      const said: Record<string, unknown> = {
        Type: 'Notification',
        MessageId: 'm1',
        TopicArn: 'arn:aws:sns:eu-west-1:1:mail',
        Message: '{"a":"ä\\n"}',
        Timestamp: NOW.toISOString(),
        SigningCertURL: URL,
        SignatureVersion: digest === 'sha1' ? '1' : '2',
        ...changes,
      };
      const lines = NAMES.filter((name) => name in said).map((name) => `${name}\n${said[name]}\n`);
      return { ...said, Signature: sign(digest, Buffer.from(lines.join('')), issued.key).toString('base64') };
    };
    const asked: string[] = [];
    const post = (said: unknown, certificate: () => string = () => issued.cert) =>
      verify('ses', JSON.stringify(said), {
        fetchCertificate: async (url) => {
          asked.push(url);
          return await Promise.resolve(certificate());
        },
      });
    beforeEach(() => {
      asked.length = 0;
    });

    it('is verified by the certificate that it names', async () => {
      for (const digest of ['sha1', 'sha256']) expect(await post(message({}, digest))).to.equal('verified');
      expect(await post(message({ Subject: 'Amazon SES' }))).to.equal('verified');
      for (const Type of ['SubscriptionConfirmation', 'UnsubscribeConfirmation'])
        expect(await post(message({ Type, SubscribeURL: URL, Token: 't' }))).to.equal('verified');
      expect(asked.every((url) => url === URL)).to.equal(true);
    });

    it('is forged with anything else changed, or without a signature', async () => {
      for (const name of ['Message', 'MessageId', 'TopicArn', 'Subject', 'Signature'])
        expect(await post({ ...message(), [name]: 'changed' }), name).to.equal('forged');
      for (const name of ['Message', 'Signature', 'SignatureVersion', 'SigningCertURL', 'Type'])
        expect(await post({ ...message(), [name]: null }), name).to.equal('forged');
      expect(await post(message({ SignatureVersion: '3' }))).to.equal('forged');
      const raw = { eventType: 'Delivery', mail: { messageId: 'x' } };
      for (const said of [raw, null, [], 'x', 7]) expect(await post(said)).to.equal('forged');
    });

    it('is forged, and nothing is fetched, with a certificate of another host', async () => {
      for (const url of [
        'http://sns.eu-west-1.amazonaws.com/a.pem',
        'https://sns.eu-west-1.amazonaws.com.evil.test/a.pem',
        'https://evil.test/sns.eu-west-1.amazonaws.com/a.pem',
        'https://sns.s3.amazonaws.com/a.pem',
        'https://sns.eu-west-1.amazonaws.com/a.txt',
        'https://sns.eu-west-1.amazonaws.com:444/a.pem',
        'https://sns.eu-west-1.amazonaws.com@evil.test/a.pem',
        'https://127.0.0.1/a.pem',
        '',
        'x\r\ny',
      ])
        expect(await post(message({ SigningCertURL: url })), url).to.equal('forged');
      expect(asked).to.deep.equal([]);
    });

    it('is stale after a week', async () => {
      for (const days of [-8, 2])
        expect(
          await post(message({ Timestamp: new Date(NOW.getTime() + days * DAY_MS).toISOString() })),
        ).to.equal('stale');
      expect(await post(message({ Timestamp: 'yesterday' }))).to.equal('stale');
    });

    it('comes again while there is no certificate', async () => {
      const fail = () => {
        throw new Error('The host cannot be reached.');
      };
      for (const certificate of [fail, () => '', () => '<html>'])
        expect(await post(message(), certificate)).to.equal('unavailable');
    });
  });

  it('of Postmark and Brevo is proven by its path', async () => {
    for (const kind of ['postmark', 'brevo'] as const)
      expect(await verify(kind, 'x', {})).to.equal('verified');
  });
});
