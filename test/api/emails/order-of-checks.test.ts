// The order of checks of sends. A request has every fault at once; the faults are removed one at a time, and each
// answer must name the next fault of docs/reference/emails.md#order-of-checks. The quota of the month is checked before
// that of the day, because waiting for tomorrow would not help. The switches that stop all sending come last, because
// the client can do nothing about them.
import { expect } from 'chai';
import supertest from 'supertest';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { setProductionAccess } from '../../../shared/resources/accounts/update.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/sending/pause.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../shared/resources/sending/provider-switch.ts';
import { USER_AGENT, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount } from '../../support/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createSender, type Sender } from './sender.ts';

const HOUR_MS = 3_600_000;
const KEY = 'Idempotency-Key';

/** A fault: the answer that names it, and how it is removed. */
interface Fault {
  answer: [status: number, name: ErrorName, words?: string];
  /** The answer for a batch has the index of the email. */
  isOfItem?: true;
  takeAway(): unknown;
}

describe('Names the first fault of a request in a fixed order: headers, rate limit, body, Idempotency-Key, fields, account, service.', () => {
  const app = useApp({ config: { rateLimitPerMinute: 1, trustProxy: 1 } });
  let sender: Sender;
  let headers: Record<string, string>;
  let email: Record<string, unknown>;
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
    const { id: accountId } = await createAccount(app.pool, { planId: 'free' });
    sender = await createSender(app, { key: { accountId } });
    headers = { 'User-Agent': USER_AGENT, Authorization: `Bearer ${sender.token}`, [KEY]: 'used before' };
    client = freshClient();
    const body = sender.body();
    await post(path, JSON.stringify(path === '/emails' ? body : [body]));
    await use('month', 3_000);
    await use('day', 100);
    await setProductionAccess(app.pool, accountId, false);
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

  const shell: Fault[] = [
    {
      answer: [403, 'validation_error', 'User-Agent'],
      takeAway: () => Object.assign(headers, { 'User-Agent': USER_AGENT }),
    },
    {
      answer: [401, 'missing_api_key'],
      takeAway: () => Object.assign(headers, { Authorization: 'Bearer ph_wrong' }),
    },
    {
      answer: [403, 'invalid_api_key'],
      takeAway: () => Object.assign(headers, { Authorization: `Bearer ${sender.token}` }),
    },
  ];
  const rateLimit: Fault = {
    answer: [429, 'rate_limit_exceeded'],
    takeAway() {
      client = undefined;
    },
  };
  const bodyAndKey: Fault[] = [
    {
      answer: [422, 'validation_error', 'JSON'],
      takeAway() {
        isMalformed = false;
      },
    },
    {
      answer: [400, 'invalid_idempotency_key'],
      takeAway: () => Object.assign(headers, { [KEY]: 'used before' }),
    },
    { answer: [409, 'invalid_idempotent_request'], takeAway: () => Object.assign(headers, { [KEY]: 'new' }) },
  ];
  const change = (changes: Record<string, unknown>) => () => Object.assign(email, changes);
  const invalid = (field: string, valid?: unknown): Fault => ({
    answer: [422, 'validation_error', field],
    isOfItem: true,
    takeAway: change({ [field]: valid }),
  });
  const fields: Fault[] = [
    invalid('schedule_at'),
    invalid('template'),
    invalid('topic_id', UNKNOWN_ID),
    { answer: [422, 'invalid_from_address'], isOfItem: true, takeAway: change({ from: undefined }) },
    { answer: [422, 'invalid_to_address', 'to'], isOfItem: true, takeAway: change({ to: 'x@example.com' }) },
    { answer: [422, 'invalid_to_address', 'cc'], isOfItem: true, takeAway: change({ cc: undefined }) },
    { answer: [422, 'invalid_to_address', 'bcc'], isOfItem: true, takeAway: change({ bcc: undefined }) },
    invalid('reply_to'),
    invalid('subject'),
    invalid('html'),
    invalid('text'),
    invalid('headers'),
    invalid('tags'),
    invalid('preview_text'),
  ];
  const attachments = (answer: Fault['answer']): Fault => ({
    answer,
    isOfItem: true,
    takeAway: change({ attachments: undefined }),
  });
  const missing = (field: string, value: string): Fault => ({
    answer: [422, 'missing_required_field', field],
    isOfItem: true,
    takeAway: change({ [field]: value }),
  });
  const content: Fault[] = [
    missing('from', 'ana@elsewhere.dev'),
    missing('subject', 'Hello'),
    {
      answer: [422, 'validation_error', '`html` and `text`'],
      isOfItem: true,
      takeAway: change({ text: 'Hello' }),
    },
  ];
  const schedule: Fault = {
    answer: [422, 'validation_error', 'scheduled_at'],
    isOfItem: true,
    takeAway: change({ scheduled_at: undefined }),
  };
  const sendability: Fault[] = [
    {
      answer: [422, 'validation_error', 'elsewhere.dev'],
      isOfItem: true,
      takeAway: () => Object.assign(email, { from: `ana@${sender.domain.name}` }),
    },
    { answer: [404, 'not_found', 'Topic'], isOfItem: true, takeAway: change({ topic_id: null }) },
    {
      answer: [422, 'validation_error', 'All `to` recipients are suppressed'],
      isOfItem: true,
      takeAway: change({ to: 'bo@customer.dev' }),
    },
  ];
  const guards: Fault[] = [
    {
      answer: [422, 'validation_error', 'production access'],
      isOfItem: true,
      takeAway: () => setProductionAccess(app.pool, sender.accountId, true),
    },
    { answer: [429, 'monthly_quota_exceeded'], takeAway: () => use('month', 1) },
    { answer: [429, 'daily_quota_exceeded'], takeAway: () => use('day', 1) },
    { answer: [503, 'sending_service_unavailable'], takeAway: () => resumeSending(app.pool) },
    {
      answer: [503, 'sending_configuration_unavailable'],
      takeAway: () => clearProviderSwitch(app.pool),
    },
  ];

  async function expectInOrder(path: string, faults: readonly Fault[]): Promise<void> {
    await prepare(path);
    const ask = () => {
      const text = JSON.stringify(path === '/emails' ? email : [email]);
      return post(path, isMalformed ? text.slice(0, -1) : text);
    };
    for (const { answer, isOfItem, takeAway } of faults) {
      const [status, name, words = ''] = answer;
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
    const { token } = await createSender(app);
    const email: Record<string, unknown> = {
      from: 'ana@elsewhere.dev',
      subject: 'Hello',
      to: 'bo@customer.dev',
    };
    const send = (changes: object) =>
      app.as(token).post('/emails').set('X-Forwarded-For', freshClient()).send(Object.assign(email, changes));
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
