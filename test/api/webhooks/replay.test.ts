// POST /webhooks/:id/replay {since}: stores the request to replay many events; a job carries it out
// (docs/reference/webhooks.md#replays, test/workers/jobs/replay-webhooks.test.ts).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createWebhook } from '../../support/factories.ts';
import { createMessage, createOwner, readMessage } from './owner.ts';

const HOUR_MS = 3_600_000;

describe('POST /webhooks/:id/replay', () => {
  const app = useApp();

  const createHook = async (status: 'enabled' | 'disabled' = 'enabled') => {
    const { token, accountId } = await createOwner(app);
    const hook = await createWebhook(app.pool, accountId, { status });
    const replay = (body: object, as = token) => app.as(as).post(`/webhooks/${hook.id}/replay`).send(body);
    const rows = async () =>
      (await app.pool.query('SELECT * FROM webhook_replays WHERE webhook_id = $1', [hook.id])).rows;
    return { token, hook, replay, rows };
  };
  const ago = (milliseconds: number) => new Date(app.clock.now().getTime() - milliseconds).toISOString();

  it('Answers a replay since a time with its id, the webhook, the time as it was read and the filter.', async () => {
    const { hook, replay, rows } = await createHook();
    const { status, body } = await replay({ since: ago(HOUR_MS) });
    expect(status).to.equal(200);
    const { id, ...rest } = body;
    expect(rest).to.deep.equal({
      object: 'webhook_replay',
      webhook_id: hook.id,
      since: ago(HOUR_MS),
      status: null,
    });
    expect((await rows()).map((row) => row.id)).to.deep.equal([id]);
  });

  it('Makes the events of a replay due in the background, after the answer.', async () => {
    const { hook, replay, rows } = await createHook();
    const { id } = await createMessage(app.pool, hook, { state: 'failed' });
    const before = await readMessage(app.pool, id);
    await replay({ since: ago(HOUR_MS) });
    expect(await readMessage(app.pool, id)).to.deep.equal(before);
    const [row] = await rows();
    expect(row.woken_at).to.be.instanceOf(Date);
    expect(row).to.deep.include({ claimed_by: null, next_attempt_at: app.clock.now() });
  });

  describe('Reads `since` as ISO 8601 or as a phrase such as `2 hours ago`.', () => {
    for (const [since, at] of [
      ['2 hours ago', () => ago(2 * HOUR_MS)],
      ['2026-01-02T03:04:05+02:00', () => '2026-01-02T01:04:05.000Z'],
      ['2026-01-02', () => '2026-01-02T00:00:00.000Z'],
      ['1970-01-01', () => '1970-01-01T00:00:00.000Z'],
      ['now', () => ago(0)],
    ] as const) {
      it(since, async () => {
        const { replay } = await createHook();
        const { status, body } = await replay({ since });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(Math.abs(Date.parse(body.since) - Date.parse(at()))).to.be.below(1_000);
      });
    }
  });

  describe('Replays only delivered events with `status: success`, and only failed ones with `status: failed`.', () => {
    for (const status of ['success', 'failed']) {
      it(status, async () => {
        const { replay, rows } = await createHook();
        const { body } = await replay({ since: ago(HOUR_MS), status });
        expect(body.status).to.equal(status);
        expect((await rows())[0].message_state).to.equal(status);
      });
    }
  });

  describe('Rejects a replay without `since` with missing_required_field 422.', () => {
    for (const body of [{}, { since: null }]) {
      it(JSON.stringify(body), async () => {
        const { replay } = await createHook();
        expect(expectError(await replay(body), 422, 'missing_required_field')).to.include('since');
      });
    }
  });

  describe('Rejects a `since` that is not a time, is before 1970 or is in the future, or an unknown `status`, with validation_error 422.', () => {
    for (const body of [
      { since: 'in 1 hour' },
      { since: '2999-01-01' },
      { since: 'whenever' },
      { since: '' },
      { since: '2026-02-30' },
      { since: '0001-01-01T00:00:00Z' },
      { since: '1969-12-31T23:59:59Z' },
      { since: 5 },
      { since: {} },
      { since: '1 hour ago', status: 'pending' },
      { since: '1 hour ago', status: 'all' },
      { since: '1 hour ago', status: 5 },
    ]) {
      it(JSON.stringify(body), async () => {
        const { replay, rows } = await createHook();
        expectError(await replay(body), 422, 'validation_error');
        expect(await rows()).to.deep.equal([]);
      });
    }
  });

  it('Rejects a replay, of one event or of many, while the webhook is disabled with validation_error 422.', async () => {
    const { replay, rows } = await createHook('disabled');
    expect(expectError(await replay({ since: ago(HOUR_MS) }), 422, 'validation_error')).to.include(
      'disabled',
    );
    expect(await rows()).to.deep.equal([]);
  });

  describe("Answers not_found 404 for an unknown webhook and for another account's webhook, and changes nothing.", () => {
    it("another account's webhook", async () => {
      const { replay, rows } = await createHook();
      const { token } = await createOwner(app);
      expectError(await replay({ since: ago(HOUR_MS) }, token), 404, 'not_found');
      expect(await rows()).to.deep.equal([]);
    });
  });
});
