// POST /webhooks/:id/replay {since}: stores the request to replay many events; a job carries it out
// (docs/reference/webhooks.md#replays, test/workers/jobs/replay-webhooks.test.ts).
import { expect } from 'chai';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createWebhook } from '../../support/factories/factories.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';
import { createHookOwner, createMessage, readMessage } from './owner.ts';

describe('POST /webhooks/:id/replay', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app));
  const replay = async (body: object) => {
    const answer = await owner.api.post(`${owner.path}/replay`).send(body);
    expect(answer.status, JSON.stringify([body, answer.body])).to.equal(200);
    return answer.body;
  };
  const rows = async () =>
    (await app.pool.query('SELECT * FROM webhook_replays WHERE webhook_id = $1 ORDER BY id', [owner.hook.id]))
      .rows;
  const ago = (milliseconds: number) => new Date(app.clock.now().getTime() - milliseconds).toISOString();

  it('Answers a replay since a time with its id, the webhook, the time as it was read, the filter and how many events it is about.', async () => {
    const { id, ...rest } = await replay({ since: ago(HOUR_MS) });
    const webhook_id = owner.hook.id;
    const asked = { object: 'webhook_replay', webhook_id, since: ago(HOUR_MS), status: null };
    expect(rest).to.deep.equal({ ...asked, total: 0, dry_run: false });
    expect((await rows()).map((row) => row.id)).to.deep.equal([id]);
  });

  it('Says with `dry_run` how many events would be replayed, also while the webhook is disabled, and replays nothing.', async () => {
    const other = await createHookOwner(app);
    const createdAt = new Date(app.clock.now().getTime() - HOUR_MS / 2);
    const older = new Date(createdAt.getTime() - HOUR_MS);
    for (const [hook, at, ...states] of [
      [owner.hook, createdAt, 'success', 'success', 'success', 'failed', 'failed', 'pending', 'attempting'],
      [owner.hook, older, 'success', 'failed'],
      [other.hook, createdAt, 'success', 'failed', 'pending'],
    ] as const)
      for (const state of states) await createMessage(app.pool, hook, { state, createdAt: at });
    await owner.api.patch(owner.path).send({ status: 'disabled' }).expect(200);
    const since = ago(HOUR_MS);
    for (const [status, total] of [
      [null, 6],
      ['success', 3],
      ['failed', 2],
    ] as const) {
      const dry = await replay({ since, status, dry_run: true });
      const object = 'webhook_replay';
      const webhook_id = owner.hook.id;
      expect(dry).to.deep.equal({ object, id: null, webhook_id, since, status, total, dry_run: true });
    }
    expect(await rows()).to.deep.equal([]);
  });

  it('Answers not_found 404 for an unknown replay, and for that of another webhook or account.', async () => {
    const { id } = await replay({ since: ago(HOUR_MS) });
    await owner.read(`${owner.path}/replays/${id}`);
    const sibling = await createWebhook(app.pool, owner.accountId);
    const stranger = await createHookOwner(app);
    for (const answer of [
      await owner.api.get(`${owner.path}/replays/${owner.hook.id}`),
      await owner.api.get(`/webhooks/${sibling.id}/replays/${id}`),
      await stranger.api.get(`${owner.path}/replays/${id}`),
      await stranger.api.get(`${stranger.path}/replays/${id}`),
    ])
      expectError(answer, 404, 'not_found');
  });

  it('Keeps what has come of a replay for 30 days.', async () => {
    const path = `${owner.path}/replays/${(await replay({ since: ago(HOUR_MS) })).id}`;
    await app.pool.query('UPDATE webhook_replays SET ended_at = now()');
    const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
    await removeOldRows(app.pool, later(29));
    await owner.read(path);
    await removeOldRows(app.pool, new Date(later(30).getTime() + 1));
    expectError(await owner.api.get(path), 404, 'not_found');
    expect((await app.pool.query('SELECT FROM webhook_replay_counters')).rowCount).to.equal(0);
  });

  it('Makes the events of a replay due in the background, after the answer.', async () => {
    const { id } = await createMessage(app.pool, owner.hook, { state: 'failed' });
    const before = await readMessage(app.pool, id);
    await replay({ since: ago(HOUR_MS) });
    expect(await readMessage(app.pool, id)).to.deep.equal(before);
    const [row] = await rows();
    expect(row.woken_at).to.be.instanceOf(Date);
    expect(row).to.deep.include({ claimed_by: null, next_attempt_at: app.clock.now() });
  });

  it('Reads `since` as ISO 8601 or as a phrase such as `2 hours ago`.', async () => {
    for (const [since, at] of [
      ['2 hours ago', ago(2 * HOUR_MS)],
      ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05.000Z'],
      ['2026-01-02', '2026-01-02T00:00:00.000Z'],
      ['1970-01-01', '1970-01-01T00:00:00.000Z'],
      ['now', ago(0)],
    ] as const)
      expect(Date.parse((await replay({ since })).since), since).to.be.closeTo(Date.parse(at), 999);
  });

  it('Replays only delivered events with `status: success`, and only failed ones with `status: failed`.', async () => {
    const statuses = ['success', 'failed'];
    for (const status of statuses)
      expect((await replay({ since: ago(HOUR_MS), status })).status).to.equal(status);
    expect((await rows()).map(({ message_state }) => message_state)).to.deep.equal(statuses);
  });
});
