// Messages of Amazon SNS, by which SES says what it has to say: a JSON object, sent as text/plain, with a signature over some of its
// values (https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html). The signature proves that SNS sent it, for
// any customer of Amazon: that it is about our mail follows from the secret path and our token. "Raw message delivery" has none.
import { createPublicKey, verify } from 'node:crypto';
import { parseUrl } from '../../platform/addresses/parse-url.ts';
import { type FeedbackPost, type FeedbackProof, isStaleProof } from './feedback-form.ts';
import { type ProviderPayload, parsePayload, toDate, toObject, toText } from './payload.ts';

const OF_SUBSCRIPTION = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
/** The signed fields, by the type of a message; a value that is missing is left out. */
const SIGNED: ReadonlyMap<string, readonly string[]> = new Map([
  ['Notification', ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']],
  ['SubscriptionConfirmation', OF_SUBSCRIPTION],
  ['UnsubscribeConfirmation', OF_SUBSCRIPTION],
]);
/** SignatureVersion → how it is signed. */
const DIGESTS: ReadonlyMap<string, string> = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
]);
/** SNS in a region, and no bucket of S3 that is named `sns`, as in `sns.s3-us-west-2.amazonaws.com`. */
const HOST = /^sns\.[a-z]{2,4}(?:-[a-z]{1,20}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/;

/** Whether an address is one of SNS: what a message names is fetched from nowhere else. */
export function isAmazonUrl(text: string): boolean {
  const url = parseUrl(text);
  return url?.protocol === 'https:' && HOST.test(url.host) && url.username === '' && url.password === '';
}

/** @returns the message; undefined: the body is none */
export function readSns(body: Buffer): ProviderPayload | undefined {
  const message = toObject(parsePayload(body));
  return SIGNED.has(toText(message['Type'])) ? message : undefined;
}

/** Never throws. */
export async function verifySns({ body, now, fetchCertificate }: FeedbackPost): Promise<FeedbackProof> {
  const message = toObject(readSns(body));
  const digest = DIGESTS.get(toText(message['SignatureVersion']));
  const url = toText(message['SigningCertURL']);
  const names = SIGNED.get(toText(message['Type']));
  if (!names || !digest || !isAmazonUrl(url) || !parseUrl(url)?.pathname.endsWith('.pem')) return 'forged';
  if (isStaleProof(toDate(message['Timestamp']), now)) return 'stale';
  const signed = names
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
  const signature = Buffer.from(toText(message['Signature']), 'base64');
  try {
    const publicKey = createPublicKey(await fetchCertificate(url));
    return verify(digest, Buffer.from(signed), publicKey, signature) ? 'verified' : 'forged';
  } catch {
    // The certificate could not be fetched, or the answer is not one.
    return 'unavailable';
  }
}
