// POST /emails/batch, strict and permissive (docs/reference/batches.md).
import { expect } from 'chai';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createSuppression } from '../../../support/factories/factories.ts';
import { createSender, useSender } from '../sender.ts';

describe('POST /emails/batch', () => {
  const app = useApp();
  const sender = useSender(app);
  const permissively = (items: unknown[]) => sender.batch(items, { 'x-batch-validation': 'permissive' });
  const stored = async () =>
    (
      await app.pool.query<{ id: string; subject: string; source: string }>(
        'SELECT id, subject, source FROM emails WHERE account_id = $1 ORDER BY id',
        [sender.accountId],
      )
    ).rows;
  const bodies = (count: number) =>
    Array.from({ length: count }, (_, index) => sender.body({ subject: `No. ${index}` }));
  /** A strict batch, of which nothing may be stored. */
  const expectRefused = async (items: unknown[], name: ErrorName, index: number) => {
    const answer = await sender.batch(items);
    expectError(answer, 422, name, 'index');
    expect(answer.body.index).to.equal(index);
    expect(await stored()).to.deep.equal([]);
  };
  const expectIndexes = (errors: { index: number }[], indexes: number[]) => {
    expect(errors.map(({ index }) => index)).to.deep.equal(indexes);
    for (const error of errors) expect(error).to.have.all.keys('index', 'message');
  };

  it('Accepts 1 to 100 emails and answers their ids in the order of the request.', async () => {
    let before = 0;
    for (const count of [1, 2, 100]) {
      const { status, body } = await sender.batch(bodies(count));
      expect(status).to.equal(200);
      const rows = (await stored()).slice(before);
      expect(body).to.deep.equal({ data: rows.map(({ id }) => ({ id })) });
      expect(rows.map(({ subject }) => subject)).to.deep.equal(bodies(count).map((each) => each['subject']));
      expect(rows[0]?.source).to.equal('batch');
      before += count;
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
    const { body } = await sender.batch([email, sender.body()]);
    expect(await sender.read(`/emails/${body.data[0].id}`)).to.deep.include({ ...email, source: 'batch' });
  });

  it('Treats null like an absent field in an email of a batch, also for attachments and scheduled_at, and so an empty list of attachments.', async () => {
    const { status, body } = await sender.batch([
      sender.body({ cc: null, attachments: null, scheduled_at: null }),
      sender.body({ attachments: [] }),
    ]);
    expect(status, JSON.stringify(body)).to.equal(200);
    const read = await sender.read(`/emails/${body.data[0].id}`);
    expect(read).to.deep.include({ cc: null, scheduled_at: null, status: 'queued' });
  });

  it('Rejects a strict batch with the error and the index of its first bad email, and sends nothing.', async () => {
    for (const [changes, name] of [
      [{ subject: undefined }, 'missing_required_field'],
      [{ from: 'ana' }, 'invalid_from_address'],
      [{ to: ['bo@'] }, 'invalid_to_address'],
      [{ from: 'ana@elsewhere.dev' }, 'validation_error'],
      [{ to: 'x@example.com' }, 'validation_error'],
      [{ subject: 5 }, 'validation_error'],
      ['text', 'validation_error'],
    ] as const) {
      const bad = typeof changes === 'string' ? changes : sender.body(changes);
      await expectRefused([...bodies(2), bad, ...bodies(1), bad], name, 2);
    }
    // Only the last of a hundred emails, by the check that comes last.
    await expectRefused([...bodies(99), sender.body({ to: 'x@example.com' })], 'validation_error', 99);
    // An invalid field before an address or a domain that may not be used.
    const bad = [sender.body({ from: 'ana@elsewhere.dev' }), sender.body({ subject: undefined })];
    await expectRefused(bad, 'missing_required_field', 1);
  });

  it('Rejects a batch with attachments, scheduled_at or scheduledAt with validation_error 422.', async () => {
    for (const changes of [
      { attachments: [{ filename: 'a', content: 'YQ==' }] },
      { attachments: [{ filename: 'a', content: Buffer.from('a') }] },
      { attachments: [{ path: 'https://files.customer.dev/a' }] },
      { scheduled_at: 'in 1 hour' },
      { scheduledAt: 'in 1 hour' },
    ])
      await expectRefused([...bodies(1), sender.body(changes)], 'validation_error', 1);
  });

  it('Sends the valid emails of a permissive batch and reports each other one by index and message.', async () => {
    const { status, body } = await permissively([
      sender.body({ subject: undefined }),
      sender.body({ subject: 'good' }),
      sender.body({ from: 'ana@elsewhere.dev' }),
      sender.body({ to: 'bo@' }),
    ]);
    expect(status).to.equal(200);
    const rows = await stored();
    expect(rows.map(({ subject }) => subject)).to.deep.equal(['good']);
    expect(body).to.have.all.keys('data', 'errors');
    expect(body.data).to.deep.equal([{ id: rows[0]?.id }]);
    expectIndexes(body.errors, [0, 2, 3]);
    expect(body.errors[1].message).to.include('elsewhere.dev');
  });

  it('Answers an empty list of errors when all emails of a permissive batch are valid.', async () => {
    expect((await permissively(bodies(2))).body.errors).to.deep.equal([]);
  });

  it('Rejects a permissive batch without a valid email with validation_error 422 and reports every email.', async () => {
    for (const changes of [{ subject: undefined }, { from: 'ana@elsewhere.dev' }]) {
      const answer = await permissively([sender.body(changes), sender.body(changes)]);
      expectError(answer, 422, 'validation_error', 'errors');
      expectIndexes(answer.body.errors, [0, 1]);
      expect(await stored()).to.deep.equal([]);
    }
  });

  it('Checks a batch strictly for any other value of x-batch-validation than permissive.', async () => {
    for (const value of ['Permissive', 'permissive,permissive', 'true', 'strict', '']) {
      const items = [sender.body(), sender.body({ to: 'bo@' })];
      const answer = await sender.batch(items, { 'x-batch-validation': value });
      expectError(answer, 422, 'invalid_to_address', 'index');
      expect(await stored(), value).to.deep.equal([]);
    }
  });

  it('Charges a batch one unit per recipient that is not dropped, and rejects it whole if it exceeds the quota.', async () => {
    const { accountId, body, batch, count } = await createSender(app, { planId: 'free' });
    await createSuppression(app.pool, accountId, 'dee@customer.dev');
    const many = (length: number) => Array.from({ length }, () => body());
    const first = await batch([body({ to: ['bo@customer.dev', 'dee@customer.dev'] }), ...many(98)]);
    expect(first.status).to.equal(200);
    expect(first.headers).to.include({ 'x-service-daily-quota': '99', 'x-service-monthly-quota': '99' });
    const second = await batch(many(2));
    expectError(second, 429, 'daily_quota_exceeded');
    expect(second.headers['x-service-daily-quota']).to.equal('99');
    expect((await batch(many(1))).status).to.equal(200);
    expect(await count('emails')).to.equal(100);
  });
});
