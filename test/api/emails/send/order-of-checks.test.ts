// The order of checks of sends. A request has every fault at once; the faults are removed one at a time, and each
// answer must name the next fault of docs/reference/emails.md#order-of-checks. The quota of the month is checked before
// that of the day, because waiting for tomorrow would not help. The switches that stop all sending come last, because
// the client can do nothing about them.
import { expect } from 'chai';
import supertest from 'supertest';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { setProductionAccess } from '../../../../shared/resources/foundation/accounts/update.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../../shared/resources/foundation/providers/switch.ts';
import { pauseSending, resumeSending } from '../../../../shared/resources/foundation/sending/pause.ts';
import { USER_AGENT, useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { makeGood, makePaused, makeRecovering } from '../../../support/factories/reputation-factories.ts';
import { type Fields, UNKNOWN_ID } from '../../specimen.ts';
import { createSender, type Sender } from '../sender.ts';

const HOUR_MS = 3_600_000;
const KEY = 'Idempotency-Key';

type Answer = [status: number, name: ErrorName, words?: string];
/** A fault: the answer that names it, and how it is removed. The answer for a batch may have the index of the email. */
type Fault = [answer: Answer, takeAway: () => unknown, isOfItem?: true];

describe('Names the first fault of a request in a fixed order: headers, rate limit, body, Idempotency-Key, fields, account, service.', () => {
  const app = useApp({ config: { rateLimitPerMinute: 1, trustProxy: 1 } });
  let sender: Sender;
  let headers: Record<string, string>;
  let email: Fields;
  let isMalformed: boolean;
  /** The address of a client that has used up its rate limit; undefined: each request comes from a new address. */
  let client: string | undefined;
  let clients = 0;

  const freshClient = () => `192.0.2.${++clients}`;
  const post = (path: string, body: string) =>
    supertest(app.url)
      .post(path)
      .set({ 'Content-Type': 'application/json', 'X-Forwarded-For': client ?? freshClient(), ...headers })
      .send(body);
  const use = (period: 'day' | 'month', used: number) =>
    app.pool.query('UPDATE email_usage SET used = $3 WHERE account_id = $1 AND period = $2', [
      sender.accountId,
      period,
      used,
    ]);

  /** Makes an account that every guard stops, and a request that has every fault. */
  async function prepare(path: string): Promise<void> {
    sender = await createSender(app, { planId: 'free' });
    headers = { 'User-Agent': USER_AGENT, Authorization: `Bearer ${sender.token}`, [KEY]: 'used before' };
    client = freshClient();
    const body = sender.body();
    await post(path, JSON.stringify(path === '/emails' ? body : [body]));
    await use('month', 3_000);
    await use('day', 100);
    await setProductionAccess(app.pool, sender.accountId, false);
    await makePaused(app.pool, 'domains', sender.domain.id);
    await makePaused(app.pool, 'accounts', sender.accountId);
    await pauseSending(app.pool, 'abuse');
    await tripProviderSwitch(app.pool, '535 login refused');
    headers = { [KEY]: '' };
    isMalformed = true;
    email = {
      schedule_at: 'tomorrow',
      template: 'welcome',
      topic_id: 'news',
      from: 'ana',
      to: 'bo',
      cc: 'cy',
      bcc: 'di',
      reply_to: 'ed',
      subject: 5,
      html: 5,
      text: 5,
      headers: 5,
      tags: 5,
      preview_text: 5,
      attachments: [{}],
      scheduled_at: new Date(app.clock.now().getTime() - HOUR_MS).toISOString(),
    };
  }

  const head = (changes: Record<string, string>) => () => Object.assign(headers, changes);
  const shell: Fault[] = [
    [[403, 'validation_error', 'User-Agent'], head({ 'User-Agent': USER_AGENT })],
    [[401, 'missing_api_key'], head({ Authorization: 'Bearer ph_wrong' })],
    [[403, 'invalid_api_key'], () => Object.assign(headers, { Authorization: `Bearer ${sender.token}` })],
  ];
  const rateLimit: Fault = [
    [429, 'rate_limit_exceeded'],
    () => {
      client = undefined;
    },
  ];
  const bodyAndKey: Fault[] = [
    [
      [422, 'validation_error', 'JSON'],
      () => {
        isMalformed = false;
      },
    ],
    [[400, 'invalid_idempotency_key'], head({ [KEY]: 'used before' })],
    [[409, 'invalid_idempotent_request'], head({ [KEY]: 'new' })],
  ];
  /** A fault of the email, and the fields without it. */
  const ofEmail = (answer: Answer, fields: Fields): Fault => [
    answer,
    () => Object.assign(email, fields),
    true,
  ];
  const invalid = (field: string, valid?: unknown) =>
    ofEmail([422, 'validation_error', field], { [field]: valid });
  const missing = (field: string, value: string) =>
    ofEmail([422, 'missing_required_field', field], { [field]: value });
  const fields: Fault[] = [
    invalid('schedule_at'),
    invalid('template'),
    invalid('topic_id', UNKNOWN_ID),
    ofEmail([422, 'invalid_from_address'], { from: undefined }),
    ofEmail([422, 'invalid_to_address', 'to'], { to: 'x@example.com' }),
    ofEmail([422, 'invalid_to_address', 'cc'], { cc: undefined }),
    ofEmail([422, 'invalid_to_address', 'bcc'], { bcc: undefined }),
    ...['reply_to', 'subject', 'html', 'text', 'headers', 'tags', 'preview_text'].map((field) =>
      invalid(field),
    ),
  ];
  const attachments = (answer: Answer) => ofEmail(answer, { attachments: undefined });
  const content: Fault[] = [
    missing('from', 'ana@elsewhere.dev'),
    missing('subject', 'Hello'),
    ofEmail([422, 'validation_error', '`html` and `text`'], { text: 'Hello' }),
  ];
  const schedule = invalid('scheduled_at');
  const sendability: Fault[] = [
    [
      [422, 'validation_error', 'elsewhere.dev'],
      () => Object.assign(email, { from: `ana@${sender.domain.name}` }),
      true,
    ],
    ofEmail([404, 'not_found', 'Topic'], { topic_id: null }),
    ofEmail([422, 'validation_error', 'All `to` recipients are suppressed'], { to: 'bo@customer.dev' }),
  ];
  const guards: Fault[] = [
    [
      [422, 'validation_error', 'production access'],
      () => setProductionAccess(app.pool, sender.accountId, true),
      true,
    ],
    [[403, 'reputation_paused', 'Sending from'], () => makeGood(app.pool, 'domains', sender.domain.id)],
    [
      [403, 'reputation_paused', 'All sending of this account'],
      () => makeRecovering(app.pool, 'accounts', sender.accountId, { capacity: 0 }),
    ],
    [[429, 'reputation_limit_exceeded'], () => makeGood(app.pool, 'accounts', sender.accountId)],
    [[429, 'monthly_quota_exceeded'], () => use('month', 1)],
    [[429, 'daily_quota_exceeded'], () => use('day', 1)],
    [[503, 'sending_service_unavailable'], () => resumeSending(app.pool)],
    [[503, 'sending_configuration_unavailable'], () => clearProviderSwitch(app.pool)],
  ];

  async function expectInOrder(path: string, faults: readonly Fault[]): Promise<void> {
    await prepare(path);
    const ask = () => {
      const text = JSON.stringify(path === '/emails' ? email : [email]);
      return post(path, isMalformed ? text.slice(0, -1) : text);
    };
    for (const [[status, name, words = ''], takeAway, isOfItem] of faults) {
      const details = isOfItem && path === '/emails/batch' ? ['index'] : [];
      expect(expectError(await ask(), status, name, ...details)).to.include(words);
      await takeAway();
    }
    const { status, text } = await ask();
    expect(status, text).to.equal(200);
  }

  it('POST /emails', () =>
    expectInOrder('/emails', [
      ...shell,
      rateLimit,
      ...bodyAndKey,
      ...fields,
      attachments([422, 'invalid_attachment']),
      ...content,
      schedule,
      ...sendability,
      ...guards,
    ]));

  it('the time of an email with a template before the template, and that before the sender', async () => {
    const { send: post } = await createSender(app);
    const fields = { from: 'ana@elsewhere.dev', text: undefined };
    const send = (changes: Fields) =>
      post(Object.assign(fields, changes)).set('X-Forwarded-For', freshClient());
    const past = new Date(app.clock.now().getTime() - HOUR_MS).toISOString();
    expect(
      expectError(await send({ template_id: 'none', scheduled_at: past }), 422, 'validation_error'),
    ).to.include('scheduled_at');
    expectError(await send({ scheduled_at: null }), 404, 'not_found');
    const other = { template_id: null, html: '<p>Hello</p>' };
    expect(expectError(await send(other), 422, 'validation_error')).to.include('elsewhere.dev');
  });

  it('POST /emails/batch, which has no rate limit and takes neither attachments nor a time', () =>
    expectInOrder('/emails/batch', [
      ...shell,
      ...bodyAndKey,
      ...fields,
      attachments([422, 'validation_error', 'attachments']),
      schedule,
      ...content,
      ...sendability,
      ...guards,
    ]));
});
