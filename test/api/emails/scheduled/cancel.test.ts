// POST /emails/:id/cancel: cancels a pending email and refunds its quota
// (docs/reference/scheduled-emails.md#post-emailsidcancel).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { makeDue, sendPending } from '../pending-email.ts';
import { createSender, useSender } from '../sender.ts';

describe('POST /emails/:id/cancel', () => {
  const app = useApp();
  const sender = useSender(app);
  let id: string;
  beforeEach(async () => {
    id = await sendPending(sender, { to: ['bo@customer.dev', 'cy@customer.dev', 'x@example.com'] });
  });
  const cancel = ({ api } = sender) => api.post(`/emails/${id}/cancel`);
  const get = () => sender.read(`/emails/${id}`);
  const usage = async () => {
    const { rows } = await app.pool.query(
      'SELECT period, starts_on::text, used FROM email_usage WHERE account_id = $1 ORDER BY period, starts_on',
      [sender.accountId],
    );
    return rows.map(({ period, starts_on, used }) => `${period} ${starts_on} ${used}`);
  };

  it('Cancels a pending email, so that nothing of it is sent at its time.', async () => {
    expect((await cancel()).status).to.equal(200);
    expect((await get()).status).to.equal('canceled');
    await makeDue(app);
    const { rows } = await app.pool.query(
      'SELECT state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const never = { next_attempt_at: null, woken_at: null };
    expect(rows).to.deep.equal([
      { state: 'canceled', ...never },
      { state: 'canceled', ...never },
      { state: 'suppressed', ...never },
    ]);
  });

  it('Records a canceled event for each recipient that was not dropped.', async () => {
    await cancel();
    const { status, last_event, events } = await get();
    expect([status, last_event]).to.deep.equal(['canceled', 'canceled']);
    expect(events.filter(({ type }: { type: string }) => type === 'canceled')).to.have.length(2);
    const created_at = app.clock.now().toISOString();
    expect(events.slice(-2)).to.deep.equal([
      { type: 'canceled', created_at, recipient: 'bo@customer.dev', report_id: null, provider: null },
      { type: 'canceled', created_at, recipient: 'cy@customer.dev', report_id: null, provider: null },
    ]);
  });

  it('Announces email.canceled for each canceled recipient to webhooks that subscribe to it.', async () => {
    const announced = await sender.listen('email.canceled');
    const others = await sender.listen('email.sent');
    await cancel();
    expect((await announced()).map(({ type }) => type)).to.deep.equal(['email.canceled', 'email.canceled']);
    expect(await others()).to.deep.equal([]);
  });

  it('Accepts a cancel without a body, also with Content-Type: application/json.', async () => {
    const answer = await cancel().set('Content-Type', 'application/json');
    expect(answer.status).to.equal(200);
  });

  it('Rejects a second cancel with validation_error 422 and refunds nothing again.', async () => {
    await cancel();
    const before = [await usage(), await get()];
    expect(expectError(await cancel(), 422, 'validation_error')).to.include('canceled');
    expect([await usage(), await get()]).to.deep.equal(before);
  });

  it('Accepts one of many concurrent cancels and refunds the quota of the email.', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(9).fill(422)]);
    const used = await usage();
    expect(used.map((row) => row.split(' ')[0])).to.deep.equal(['day', 'month']);
    for (const row of used) expect(row).to.match(/ 0$/);
  });

  it("Answers not_found 404 to a cancel of another account's email, which stays pending.", async () => {
    expectError(await cancel(await createSender(app)), 404, 'not_found');
    expect((await get()).status).to.equal('pending');
  });
});
