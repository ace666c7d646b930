// What each kind of provider says, from the octets of its POST to what follows for a recipient.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { createRecipientTokens } from '../../../../shared/mail/feedback/recipient-tokens.ts';
import type {
  FeedbackOutcome,
  ReadFeedback,
} from '../../../../shared/mail/provider-feedback/feedback-event.ts';
import { FEEDBACK_FORMS } from '../../../../shared/mail/provider-feedback/kinds.ts';
import type { FeedbackKind } from '../../../../shared/mail/provider-feedback/provider-kind.ts';
import { extent } from '../../../support/extent.ts';
import { TEST_SECRET_KEYS } from '../../../support/factories/dkim-key.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';
import { AT, FEEDBACK_FIXTURES, feedbackBody } from './support/feedback-fixtures.ts';

const MUTATIONS = extent('FEEDBACK_MUTATIONS', 2_000, 50_000);
const KINDS = Object.keys(FEEDBACK_FORMS) as FeedbackKind[];
const tokens = createRecipientTokens(TEST_SECRET_KEYS);
const recipientId = randomUUID();
const TOKEN = tokens.tokenOf(recipientId);

const read = (kind: FeedbackKind, body: string) => FEEDBACK_FORMS[kind].read(Buffer.from(body));
const readOne = (kind: FeedbackKind, event: unknown) => read(kind, feedbackBody(kind, event, TOKEN));

function inWords(says: FeedbackOutcome): string {
  if (says.result === 'complained') return `complained ${says.feedbackType}`;
  if (!('cause' in says)) return says.result;
  const { reason, smtpCode } = says.cause;
  return [says.result, reason, ...(smtpCode === null ? [] : [smtpCode])].join(' ');
}

/** What holds of all that is read. */
function judge(found: ReadFeedback | undefined): void {
  for (const { key, token, type, at, says } of found?.events ?? []) {
    expect(key).to.be.a('string');
    expect(token === undefined || token.length <= 100).to.equal(true);
    expect(type.length).to.be.at.most(100);
    expect(type).to.match(/^[^\0\r\n]*$/);
    expect(at === undefined || at.getTime() > 0).to.equal(true);
    if ('cause' in says) expect(says.cause.text).to.match(/^[^\0\r\n]{1,1000}$/);
    expect(JSON.stringify(says).isWellFormed() && type.isWellFormed()).to.equal(true);
    if (token !== undefined) expect(tokens.recipientOf(token)).to.be.oneOf([undefined, recipientId]);
  }
}

describe('The feedback of a provider', () => {
  for (const kind of KINDS)
    it(`of ${kind} says of a recipient what became of the mail`, () => {
      for (const [says, type, event] of FEEDBACK_FIXTURES[kind]) {
        const found = readOne(kind, event);
        judge(found);
        const [first] = found?.events ?? [];
        const label = JSON.stringify(event);
        expect(first ? inWords(first.says) : '-', label).to.equal(says);
        if (!first) expect(found, label).to.deep.equal({ events: [], ignored: 1 });
        else
          expect([first.type, first.token, first.at?.toISOString()], label).to.deep.equal([type, TOKEN, AT]);
      }
    });

  it('has one key each time, and another for another event or recipient', () => {
    for (const kind of KINDS) {
      const follow = FEEDBACK_FIXTURES[kind].filter(([says]) => says !== '-');
      for (const [, , event] of follow) {
        const keys = [TOKEN, TOKEN, tokens.tokenOf(randomUUID())].map(
          (token) => read(kind, feedbackBody(kind, event, token))?.events[0]?.key,
        );
        expect(keys[0]).to.equal(keys[1]).and.to.not.equal(keys[2]);
      }
    }
    const ids = { postmark: 'ID', mailgun: 'id', sendgrid: 'sg_event_id', brevo: 'ts_event' } as const;
    for (const [kind, id] of Object.entries(ids) as [keyof typeof ids, string][]) {
      const [, , event] = FEEDBACK_FIXTURES[kind][0] ?? [];
      const keys = [7, 8].map((value) => readOne(kind, { ...event, [id]: value })?.events[0]?.key);
      expect(keys[0], kind).to.not.equal(keys[1]);
    }
  });

  it('without an id has a digest of its values as key', () => {
    const keyOf = (event: object) => readOne('sendgrid', event)?.events[0]?.key;
    const one = { event: 'delivered', email: 'ana@customer.test', depth: [[]] };
    expect(keyOf(one))
      .to.equal(keyOf({ ...one }))
      .and.to.not.equal(keyOf({ ...one, email: 'bo@customer.test' }));
  });

  it('keeps the words of the server, in one line of 1,000 characters', () => {
    const reason = `550 5.1.1 No\r\n mailbox\0 \ud800 ${'x'.repeat(5_000)}`;
    const [event] = readOne('brevo', { event: 'hard_bounce', reason })?.events ?? [];
    expect(event?.says).to.have.nested.property('cause.text').with.lengthOf.within(990, 1_000);
    expect(event?.says)
      .to.have.nested.property('cause.text')
      .that.includes('550 5.1.1 No mailbox\ufffd \ufffd xx');
    const [silent] = readOne('brevo', { event: 'soft_bounce' })?.events ?? [];
    expect(silent?.says).to.have.nested.property('cause.text', 'All attempts failed.');
  });

  it('is read without a token, and with one that is cut, of another type or too long', () => {
    for (const posthorn of [undefined, null, 7, {}, [TOKEN], TOKEN.slice(1), TOKEN + TOKEN + TOKEN]) {
      const [event] = readOne('sendgrid', { event: 'delivered', posthorn })?.events ?? [];
      expect(event?.says.result).to.equal('delivered');
      expect(event?.token && tokens.recipientOf(event.token)).to.equal(undefined);
    }
  });

  it('of SNS may be the confirmation of a subscription, at a host of Amazon', () => {
    const confirm = (SubscribeURL: unknown, Type = 'SubscriptionConfirmation') =>
      read('ses', JSON.stringify({ Type, SubscribeURL }))?.confirmation;
    const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    expect(confirm(url)).to.equal(url);
    expect(confirm(url.replace('.com/', '.com.cn/'))).to.be.a('string');
    expect(confirm(url, 'UnsubscribeConfirmation')).to.equal(undefined);
    for (const bad of [
      url.replace('https', 'http'),
      url.replace('sns.', 'sns.evil.'),
      url.replace('.com/', '.com.evil.test/'),
      url.replace('.com/', '.com:8443/'),
      url.replace('https://', 'https://a:b@'),
      // A bucket of S3.
      url.replace('eu-west-1', 's3-eu-west-1'),
      '',
      7,
      null,
    ])
      expect(confirm(bad), String(bad)).to.equal(undefined);
    const first = { Type: 'Notification', Message: 'Successfully validated the topic.' };
    expect(read('ses', JSON.stringify(first))).to.deep.equal({ events: [], ignored: 1 });
  });

  it('of another kind, or no JSON, is not read', () => {
    for (const kind of KINDS)
      for (const body of ['', '7', 'null', '"x"', '{}', '{"a":[]}', '[', '\ufeff{}', '\0', 'a=b&c=d'])
        expect(read(kind, body), `${kind} ${body}`).to.equal(undefined);
    const [, , event] = FEEDBACK_FIXTURES.postmark[0] ?? [];
    for (const kind of KINDS.filter((each) => each !== 'postmark'))
      expect(read(kind, feedbackBody('postmark', event, TOKEN)), kind).to.equal(undefined);
  });

  it('may have 10,000 events, a great depth and names of objects', () => {
    const [, , event] = FEEDBACK_FIXTURES.sendgrid[0] ?? [];
    const many = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ ...event, sg_event_id: at })));
    let found: ReadFeedback | undefined;
    expect(cpuMsOf(() => (found = read('sendgrid', many)))).to.be.below(3_000);
    expect(new Set(found?.events.map(({ key }) => key)).size).to.equal(10_000);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const kind of KINDS)
      for (const name of ['event', 'RecordType', 'Type', 'event-data', 'signature', 'Message']) {
        judge(read(kind, `{"${name}":${deep},"event":"delivered"}`));
        for (const value of ['__proto__', 'constructor', 'toString'])
          judge(read(kind, `[{"${name}":"${value}","__proto__":{"event":"delivered"}}]`));
      }
  });

  it('that was damaged is read, and names no other recipient', () => {
    const values = fc.constantFrom(
      'null',
      '7',
      '-1e400',
      '"x"',
      '[]',
      '{}',
      'true',
      '"\\ud800\\u0000"',
      '"__proto__"',
      '"2026"',
      '[[[]]]',
    );
    const bodies = KINDS.flatMap((kind) =>
      FEEDBACK_FIXTURES[kind].map(([, , event]) => [kind, feedbackBody(kind, event, TOKEN)] as const),
    );
    const change = fc.tuple(
      fc.constantFrom('cut', 'value', 'drop', 'insert', 'swap'),
      fc.nat(),
      fc.nat(60),
      values,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...bodies),
        fc.array(change, { minLength: 1, maxLength: 5 }),
        ([kind, body], changes) => {
          const damaged = changes.reduce(mutate, body);
          for (const each of KINDS) judge(read(each, each === kind ? damaged : `[${damaged}]`));
        },
      ),
      { numRuns: MUTATIONS },
    );
  });
});

type Change = readonly [kind: string, at: number, length: number, value: string];

/** Changes one value of a JSON text, or some of its octets. */
function mutate(text: string, [kind, at, length, value]: Change): string {
  const found = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+]*/g));
  const place = found.length === 0 ? undefined : found[at % found.length];
  if (kind === 'value' && place) return splice(text, place.index, place[0].length, value);
  const start = text.length === 0 ? 0 : at % text.length;
  if (kind === 'cut') return text.slice(0, start);
  if (kind === 'insert') return splice(text, start, 0, value);
  return kind === 'drop'
    ? splice(text, start, length, '')
    : splice(text, start, 1, String.fromCharCode(32 + length));
}

function splice(text: string, at: number, length: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + length);
}
