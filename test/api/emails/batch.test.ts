// POST /emails/batch, strict and permissive (docs/reference/batches.md).
import { expect } from 'chai';
import type { ErrorName } from '../../../shared/contract/errors.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount, createSuppression } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

describe('POST /emails/batch', () => {
  const app = useApp();
  let sender: Sender;
  beforeEach(async () => {
    sender = await createSender(app);
  });
  const post = (items: unknown, headers: Record<string, string> = {}) =>
    app
      .as(sender.token)
      .post('/emails/batch')
      .set(headers)
      .send(items as object);
  const permissively = (items: unknown) => post(items, { 'x-batch-validation': 'permissive' });
  const stored = async () =>
    (
      await app.pool.query<{ id: string; subject: string; source: string }>(
        'SELECT id, subject, source FROM emails WHERE account_id = $1 ORDER BY id',
        [sender.accountId],
      )
    ).rows;
  const bodies = (count: number) =>
    Array.from({ length: count }, (_, index) => sender.body({ subject: `No. ${index}` }));

  describe('Accepts 1 to 100 emails and answers their ids in the order of the request.', () => {
    for (const count of [1, 2, 100]) {
      it(`${count}`, async () => {
        const { status, body } = await post(bodies(count));
        expect(status).to.equal(200);
        const rows = await stored();
        expect(body).to.deep.equal({ data: rows.map(({ id }) => ({ id })) });
        expect(rows.map(({ subject }) => subject)).to.deep.equal(
          Array.from({ length: count }, (_, index) => `No. ${index}`),
        );
        expect(rows[0]?.source).to.equal('batch');
      });
    }
  });

  it('Accepts the same fields as POST /emails in each email, except attachments and scheduled_at.', async () => {
    const email = {
      from: `Ana <ana@${sender.domain.name}>`,
      to: ['Bo <bo@customer.dev>'],
      subject: 'Hello',
      html: '<p>Hello</p>',
      text: 'Hello',
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@customer.dev'],
      headers: { 'X-Order': '42' },
      tags: [{ name: 'kind', value: 'welcome' }],
      preview_text: 'Good news',
    };
    const { body } = await post([email, sender.body()]);
    const read = await app.as(sender.token).get(`/emails/${body.data[0].id}`);
    expect(read.body).to.deep.include({ ...email, source: 'batch' });
  });

  it('Treats null like an absent field in an email of a batch, also for attachments and scheduled_at, and so an empty list of attachments.', async () => {
    const { status, body } = await post([
      sender.body({ cc: null, attachments: null, scheduled_at: null }),
      sender.body({ attachments: [] }),
    ]);
    expect(status, JSON.stringify(body)).to.equal(200);
    const read = await app.as(sender.token).get(`/emails/${body.data[0].id}`);
    expect(read.body).to.deep.include({ cc: null, scheduled_at: null, status: 'queued' });
  });

  it('Rejects a batch of 101 emails with validation_error 422.', async () => {
    const message = expectError(await post(bodies(101)), 422, 'validation_error');
    expect(message).to.include('100');
    expect(await stored()).to.deep.equal([]);
  });

  describe('Rejects a body that is not an array or an empty array with validation_error 422.', () => {
    for (const [what, body] of [
      ['an object', {}],
      ['an empty array', []],
    ] as const) {
      it(what, async () => {
        expectError(await post(body), 422, 'validation_error');
        expect(await stored()).to.deep.equal([]);
      });
    }
  });

  describe('Rejects a strict batch with the error and the index of its first bad email, and sends nothing.', () => {
    const expectRefused = async (items: unknown[], name: ErrorName, index: number) => {
      const answer = await post(items);
      expectError(answer, 422, name, 'index');
      expect(answer.body.index).to.equal(index);
      expect(await stored()).to.deep.equal([]);
    };
    for (const [what, changes, name] of [
      ['a missing subject', { subject: undefined }, 'missing_required_field'],
      ['a bad from', { from: 'ana' }, 'invalid_from_address'],
      ['a bad recipient', { to: ['bo@'] }, 'invalid_to_address'],
      ['a foreign domain', { from: 'ana@elsewhere.dev' }, 'validation_error'],
      ['only reserved recipients', { to: 'x@example.com' }, 'validation_error'],
      ['a subject that is a number', { subject: 5 }, 'validation_error'],
      ['a text instead of an object', 'text', 'validation_error'],
    ] as const) {
      it(what, async () => {
        const bad = typeof changes === 'string' ? changes : sender.body(changes);
        await expectRefused([...bodies(2), bad, ...bodies(1), bad], name, 2);
      });
    }

    it('only the last of a hundred emails, by the check that comes last', () =>
      expectRefused([...bodies(99), sender.body({ to: 'x@example.com' })], 'validation_error', 99));

    it('an invalid field before an address or a domain that may not be used', () =>
      expectRefused(
        [sender.body({ from: 'ana@elsewhere.dev' }), sender.body({ subject: undefined })],
        'missing_required_field',
        1,
      ));
  });

  describe('Rejects a batch with attachments, scheduled_at or scheduledAt with validation_error 422.', () => {
    for (const changes of [
      { attachments: [{ filename: 'a', content: 'YQ==' }] },
      { attachments: [{ filename: 'a', content: Buffer.from('a') }] },
      { attachments: [{ path: 'https://files.customer.dev/a' }] },
      { scheduled_at: 'in 1 hour' },
      { scheduledAt: 'in 1 hour' },
    ]) {
      it(JSON.stringify(changes), async () => {
        const answer = await post([...bodies(1), sender.body(changes)]);
        expectError(answer, 422, 'validation_error', 'index');
        expect(answer.body.index).to.equal(1);
        expect(await stored()).to.deep.equal([]);
      });
    }
  });

  it('Sends the valid emails of a permissive batch and reports each other one by index and message.', async () => {
    const items = [
      sender.body({ subject: undefined }),
      sender.body({ subject: 'good' }),
      sender.body({ from: 'ana@elsewhere.dev' }),
      sender.body({ to: 'bo@' }),
    ];
    const { status, body } = await permissively(items);
    expect(status).to.equal(200);
    const rows = await stored();
    expect(rows.map(({ subject }) => subject)).to.deep.equal(['good']);
    expect(body).to.have.all.keys('data', 'errors');
    expect(body.data).to.deep.equal([{ id: rows[0]?.id }]);
    expect(body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([0, 2, 3]);
    for (const error of body.errors) expect(error).to.have.all.keys('index', 'message');
    expect(body.errors[1].message).to.include('elsewhere.dev');
  });

  it('Answers an empty list of errors when all emails of a permissive batch are valid.', async () => {
    expect((await permissively(bodies(2))).body.errors).to.deep.equal([]);
  });

  describe('Rejects a permissive batch without a valid email with validation_error 422 and reports every email.', () => {
    for (const [what, changes] of [
      ['malformed', { subject: undefined }],
      ['from a foreign domain', { from: 'ana@elsewhere.dev' }],
    ] as const) {
      it(what, async () => {
        const answer = await permissively([sender.body(changes), sender.body(changes)]);
        expectError(answer, 422, 'validation_error', 'errors');
        expect(answer.body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([0, 1]);
        for (const error of answer.body.errors) expect(error).to.have.all.keys('index', 'message');
        expect(await stored()).to.deep.equal([]);
      });
    }
  });

  describe('Checks a batch strictly for any other value of x-batch-validation than permissive.', () => {
    for (const value of ['Permissive', 'permissive,permissive', 'true', 'strict', '']) {
      it(`"${value}"`, async () => {
        const answer = await post([sender.body(), sender.body({ to: 'bo@' })], {
          'x-batch-validation': value,
        });
        expectError(answer, 422, 'invalid_to_address', 'index');
        expect(await stored()).to.deep.equal([]);
      });
    }
  });

  it('Charges a batch one unit per recipient that is not dropped, and rejects it whole if it exceeds the quota.', async () => {
    const { id: accountId } = await createAccount(app.pool, { planId: 'free' });
    sender = await createSender(app, { key: { accountId } });
    await createSuppression(app.pool, accountId, 'dee@customer.dev');
    const first = await post([sender.body({ to: ['bo@customer.dev', 'dee@customer.dev'] }), ...bodies(98)]);
    expect(first.status).to.equal(200);
    expect(first.headers).to.include({ 'x-service-daily-quota': '99', 'x-service-monthly-quota': '99' });
    const second = await post(bodies(2));
    expectError(second, 429, 'daily_quota_exceeded');
    expect(second.headers['x-service-daily-quota']).to.equal('99');
    expect((await post(bodies(1))).status).to.equal(200);
    expect(await stored()).to.have.length(100);
  });
});
