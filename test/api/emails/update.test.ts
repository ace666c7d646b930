// PATCH /emails/:id: reschedules a pending email (interface.md, Email states; decisions.md §2).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { makeDue, sendPending } from './pending-email.ts';
import { createSender, type Sender } from './sender.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('PATCH /emails/:id', () => {
  const app = useApp();
  let sender: Sender;
  let id: string;
  beforeEach(async () => {
    sender = await createSender(app);
    id = await sendPending(sender, { to: ['bo@customer.dev', 'x@example.com'] });
  });
  const later = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();
  const patch = (body: object, { token = sender.token, of = id } = {}) =>
    app.as(token).patch(`/emails/${of}`).send(body);
  const cancel = () => app.as(sender.token).post(`/emails/${id}/cancel`);
  const get = async () => (await app.as(sender.token).get(`/emails/${id}`)).body;

  it("PATCH and cancel answer `{object: 'email', id, status, scheduled_at}`", async () => {
    const scheduled_at = later(5 * DAY_MS);
    const patched = await patch({ scheduled_at });
    expect(patched.status).to.equal(200);
    expect(patched.body).to.deep.equal({ object: 'email', id, status: 'pending', scheduled_at });
    const canceled = await cancel();
    expect(canceled.status).to.equal(200);
    expect(canceled.body).to.deep.equal({ object: 'email', id, status: 'canceled', scheduled_at });
  });

  it('pending | PATCH /emails/:id with `scheduled_at` | still pending | pending | new time applies', async () => {
    const scheduled_at = later(5 * DAY_MS);
    expect((await patch({ scheduled_at })).status).to.equal(200);
    expect(await get()).to.deep.include({ status: 'pending', scheduled_at, last_event: 'scheduled' });
    const { rows } = await app.pool.query(
      'SELECT state, next_attempt_at, woken_at FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [id],
    );
    expect(rows).to.deep.equal([
      { state: 'pending', next_attempt_at: new Date(scheduled_at), woken_at: null },
      { state: 'suppressed', next_attempt_at: null, woken_at: null },
    ]);
  });

  it('Body: `{ scheduled_at }` (ISO 8601 or natural language).', async () => {
    for (const [given, read] of [
      [later(DAY_MS), later(DAY_MS)],
      ['in 30 days', later(30 * DAY_MS)],
    ])
      expect((await patch({ scheduled_at: given })).body.scheduled_at).to.equal(read);
  });

  it('Reschedules a pending email.', async () => {
    for (const at of ['in 1 min', 'tomorrow at 9am', 'in 2 days']) {
      expect((await patch({ scheduled_at: at })).status).to.equal(200);
    }
    expect((await get()).scheduled_at).to.equal(later(2 * DAY_MS));
  });

  for (const scheduled_at of ['1 minute ago', 'in 31 days', 'whenever', '', 5, {}]) {
    it(`rejects ${JSON.stringify(scheduled_at)} with validation_error 422, and the time stays`, async () => {
      const before = await get();
      expectError(await patch({ scheduled_at }), 422, 'validation_error');
      expect(await get()).to.deep.equal(before);
    });
  }

  for (const body of [{}, { scheduled_at: null }]) {
    it(`rejects ${JSON.stringify(body)} with missing_required_field 422`, async () => {
      expect(expectError(await patch(body), 422, 'missing_required_field')).to.include('scheduled_at');
    });
  }

  it('rejects scheduledAt with validation_error 422, and names the field', async () => {
    const answer = await patch({ scheduled_at: 'in 2 hours', scheduledAt: 'in 1 hour' });
    expect(expectError(answer, 422, 'validation_error')).to.include('`scheduled_at`');
  });

  describe('not pending any more → `validation_error`.', () => {
    const ends: [what: string, status: string, come: () => Promise<unknown>][] = [
      ['due', 'queued', () => makeDue(app)],
      ['canceled', 'canceled', () => cancel()],
      [
        'delivered',
        'delivered',
        () => app.pool.query("UPDATE emails SET status = 'delivered' WHERE id = $1", [id]),
      ],
      [
        'never scheduled',
        'queued',
        async () => {
          id = (await sender.send()).body.id;
        },
      ],
    ];
    for (const [what, status, come] of ends) {
      it(`but ${what}: to PATCH and to cancel`, async () => {
        await come();
        const before = await get();
        expect(before.status).to.equal(status);
        for (const answer of [await patch({ scheduled_at: 'in 1 hour' }), await cancel()])
          expect(expectError(answer, 422, 'validation_error')).to.include(status);
        expect(await get()).to.deep.equal(before);
      });
    }
  });

  it("answers not_found 404 for another account's email, and its time stays", async () => {
    const { token } = await createSender(app);
    const before = await get();
    expectError(await patch({ scheduled_at: 'in 2 days' }, { token }), 404, 'not_found');
    expect(await get()).to.deep.equal(before);
  });
});
