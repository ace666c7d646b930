// PATCH /emails/:id: reschedules a pending email (docs/reference/scheduled-emails.md#patch-emailsid).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { makeDue, sendPending } from '../pending-email.ts';
import { createSender, useSender } from '../sender.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('PATCH /emails/:id', () => {
  const app = useApp();
  const sender = useSender(app);
  let id: string;
  beforeEach(async () => {
    id = await sendPending(sender, { to: ['bo@customer.dev', 'cy@customer.dev', 'x@example.com'] });
  });
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const patch = (body: object, { api } = sender) => api.patch(`/emails/${id}`).send(body);
  const cancel = () => sender.api.post(`/emails/${id}/cancel`);
  const get = () => sender.read(`/emails/${id}`);

  it('Answers a reschedule and a cancel with object, id, status and scheduled_at of the email.', async () => {
    const scheduled_at = later(5 * DAY_MS);
    const patched = await patch({ scheduled_at });
    expect(patched.status).to.equal(200);
    expect(patched.body).to.deep.equal({ object: 'email', id, status: 'pending', scheduled_at });
    const canceled = await cancel();
    expect(canceled.status).to.equal(200);
    expect(canceled.body).to.deep.equal({ object: 'email', id, status: 'canceled', scheduled_at });
  });

  it('Moves a pending email with all its recipients that were not dropped to the new time.', async () => {
    const scheduled_at = later(5 * DAY_MS);
    expect((await patch({ scheduled_at })).status).to.equal(200);
    expect(await get()).to.deep.include({ status: 'pending', scheduled_at, last_event: 'scheduled' });
    const { rows } = await app.pool.query(
      'SELECT state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    const moved = { state: 'pending', next_attempt_at: new Date(scheduled_at), woken_at: null };
    expect(rows).to.deep.equal([
      moved,
      moved,
      { state: 'suppressed', next_attempt_at: null, woken_at: null },
    ]);
  });

  it('Reads the new scheduled_at as POST /emails does: ISO 8601 or English, up to 30 days ahead.', async () => {
    for (const [given, read] of [
      [later(DAY_MS), later(DAY_MS)],
      ['in 30 days', later(30 * DAY_MS)],
    ])
      expect((await patch({ scheduled_at: given })).body.scheduled_at).to.equal(read);
  });

  it('Reschedules a pending email as often as it is asked to.', async () => {
    for (const at of ['in 1 min', 'tomorrow at 9am', 'in 2 days']) {
      expect((await patch({ scheduled_at: at })).status).to.equal(200);
    }
    expect((await get()).scheduled_at).to.equal(later(2 * DAY_MS));
  });

  it('Rejects a reschedule with a near miss of scheduled_at, such as scheduledAt, with validation_error 422 and names the right field.', async () => {
    // Fields that only POST /emails has mean nothing here, so neither do their near misses.
    expect((await patch({ scheduled_at: 'in 2 hours', replyTo: 'x' })).status).to.equal(200);
  });

  it('Rejects a reschedule or a cancel of an email that is not pending with validation_error 422.', async () => {
    const ends: [status: string, come: () => unknown][] = [
      ['queued', () => makeDue(app)],
      ['canceled', cancel],
      ['delivered', () => app.pool.query("UPDATE emails SET status = 'delivered' WHERE id = $1", [id])],
      // It was never scheduled.
      ['queued', async () => ({ id } = await sender.sent())],
    ];
    for (const [status, come] of ends) {
      id = await sendPending(sender);
      await come();
      const before = await get();
      expect(before.status).to.equal(status);
      for (const answer of [await patch({ scheduled_at: 'in 1 hour' }), await cancel()])
        expect(expectError(answer, 422, 'validation_error')).to.include(status);
      expect(await get()).to.deep.equal(before);
    }
  });

  it("Answers not_found 404 to a reschedule of another account's email, whose time stays.", async () => {
    const before = await get();
    expectError(await patch({ scheduled_at: 'in 2 days' }, await createSender(app)), 404, 'not_found');
    expect(await get()).to.deep.equal(before);
  });
});
