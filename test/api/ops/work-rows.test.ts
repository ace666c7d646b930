// The rows of work of the queues, as the board shows them.
import { expect } from 'chai';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { createAccount, createEmail } from '../../support/factories/factories.ts';

interface Report {
  queue: string;
  queues: string[];
  table: string;
  [state: string]: string | string[] | number | null;
}

describe('The rows of work', () => {
  const app = useApp();
  const open = (path: string) => app.bare().get(path).set('Authorization', `Bearer ${OPS_TOKEN}`);

  it('Reports the rows of work of each queue: waiting, due, held, claimed and stuck.', async () => {
    const { id } = await createAccount(app.pool);
    const recipients = Array.from({ length: 5 }, (_, index) => ({ address: `${index}@customer.dev` }));
    await createEmail(app.pool, id, { recipients });
    const now = app.clock.now();
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
    const due = [at(60), at(-30), at(-30), at(-90), at(-90)];
    const woken = [null, null, at(-30), at(-90), null];
    await app.pool.query(
      `UPDATE email_recipients SET next_attempt_at = new.due, woken_at = new.woken, claimed_by = new.claimed_by,
         claim_token = new.claimed_by
       FROM unnest($1::timestamptz[], $2::timestamptz[], $3::uuid[]) WITH ORDINALITY AS new (due, woken, claimed_by, n)
       WHERE position = new.n - 1`,
      [due, woken, [null, null, null, '0197a000-0000-7000-8000-000000000000', null]],
    );
    const { status, body } = await open('/ops/work');
    expect(status).to.equal(200);
    const reports = body.data as Report[];
    expect(reports.flatMap(({ queues }) => queues)).to.include.members(
      app.deps.queues.all().map(({ name }) => name),
    );
    expect(reports[0]).to.deep.equal({
      queue: 'send',
      queues: ['send', 'send-in-turn'],
      table: 'email_recipients',
      waiting: 1,
      due: 3,
      held: 0,
      claimed: 1,
      // One is late, and one is claimed by a worker that is gone.
      stuck: 2,
      oldest_due_at: at(-90).toISOString(),
      why: 'No worker of the group send is running.',
    });
  });

  it('Answers the rows of work and the script that shows them to operators alone.', async () => {
    for (const path of ['/ops/work', '/ops/board-notice.js']) {
      expect((await app.bare().get(path)).status, path).to.equal(401);
    }
    const { status, headers } = await open('/ops/board-notice.js');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.match(/javascript/);
  });
});
