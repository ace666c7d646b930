// POST /webhooks/:id/replay {since}: stores the request to replay many events; a job carries it out
// (docs/reference/webhooks.md#replays, test/workers/jobs/replay-webhooks.test.ts).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
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

  it('Answers a replay since a time with its id, the webhook, the time as it was read and the filter.', async () => {
    const { id, ...rest } = await replay({ since: ago(HOUR_MS) });
    const webhook_id = owner.hook.id;
    expect(rest).to.deep.equal({ object: 'webhook_replay', webhook_id, since: ago(HOUR_MS), status: null });
    expect((await rows()).map((row) => row.id)).to.deep.equal([id]);
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
