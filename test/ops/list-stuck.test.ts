// `list-stuck`: the rows of work that have waited longest, with the reasons.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createEmail } from '../support/factories/factories.ts';
import { describeOnEachBackend, describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { expectDone, expectRefused } from './run-ops.ts';
import { useOperatedQueues } from './use-operated-queues.ts';

describeOnOneBackend('postgres', 'ops', (backend) => {
  const operated = useOperatedQueues(backend);
  const { listStuck } = operated;

  describe('list-stuck', () => {
    it('lists nothing when there is no work', async () => {
      await operated.change(`woken_at = NULL, next_attempt_at = NULL`);
      expect(await listStuck()).to.deep.equal([]);
    });

    it('does not list what is scheduled for later', async () => {
      await operated.change(
        `woken_at = NULL, state = 'pending', next_attempt_at = now() + interval '8 hours'`,
      );
      expect(await listStuck()).to.deep.equal([]);
    });

    it('says that no worker is alive', async () => {
      const [row] = await listStuck();
      expect(row).to.deep.include({
        object: 'work',
        table: 'email_recipients',
        id: operated.recipientId,
        state: 'woken',
        why: 'No worker of the group send is running.',
      });
      expect(row?.about).to.include({ email_id: operated.emailId, state: 'queued' });
    });

    it('says that operators have paused sending', async () => {
      expectDone(await operated.ops('pause-sending', '--reason', 'abuse'));
      expect((await listStuck())[0]?.why).to.equal('Operators have paused all sending: abuse');
    });

    it('says that the provider refuses us', async () => {
      await operated.database.pool.query(
        `UPDATE providers SET refused_at = now(), last_refusal = '535 5.7.8 no', next_probe_at = now()`,
      );
      expect((await listStuck())[0]?.why).to.equal(
        'The provider refuses our login or settings: 535 5.7.8 no',
      );
    });

    it('says when the next attempt is, and how the last one ended', async () => {
      await operated.change(
        `woken_at = NULL, attempts = 3, next_attempt_at = '2100-01-01T00:00:00Z', smtp_reply = '450 4.2.1 busy'`,
      );
      expect(await listStuck()).to.have.length(1);
      expect((await listStuck())[0]).to.include({
        state: 'waiting',
        attempts: 3,
        last_answer: '450 4.2.1 busy',
        why: 'Attempt 3 failed: 450 4.2.1 busy. The next attempt is at 2100-01-01T00:00:00.000Z.',
      });
    });

    it('lists mail that waits for the turn of its mailbox provider last, as held, also before its first try', async () => {
      await operated.change(
        `woken_at = NULL, next_attempt_at = now() + interval '1 minute', destination = 'google 192.0.2.1'`,
      );
      await operated.database.pool.query(
        `INSERT INTO recurring_work (name, next_attempt_at, attempts) VALUES ('later', now() + interval '1 hour', 1)`,
      );
      expect((await listStuck()).map(({ id, state, why }) => [id, state, why]).at(-1)).to.deep.equal([
        operated.recipientId,
        'held',
        'It waits for the turn of its mailbox provider, google.',
      ]);
    });

    it('says that a dead worker holds it', async () => {
      const dead = await operated.addWorker('send', '90 s');
      await operated.change(`claimed_by = '${dead}', claim_token = '${randomUUID()}'`);
      const [row] = await listStuck();
      expect(row?.state).to.equal('claimed');
      expect(row?.why).to.match(
        /^Its worker \(process 7 on box\) has not responded for 9\d s and is considered dead/,
      );
    });

    it('says that due work is not woken', async () => {
      await operated.change('woken_at = NULL');
      expect((await listStuck())[0]).to.include({
        state: 'due',
        why: 'It is due but not woken, because no worker-schedule process is running.',
      });
    });

    it('lists the work that has been due longest first, over all kinds of work, up to the limit', async () => {
      await operated.database.pool.query(
        `INSERT INTO recurring_work (name, next_attempt_at, woken_at) VALUES
         ('oldest', now() - interval '2 days', now()), ('youngest', now() + interval '1 hour', now())`,
      );
      try {
        expect((await listStuck()).map(({ id }) => id)).to.deep.equal([
          'oldest',
          operated.recipientId,
          'youngest',
        ]);
        expect((await listStuck('--limit', '1')).map(({ id }) => id)).to.deep.equal(['oldest']);
      } finally {
        await operated.database.pool.query('TRUNCATE recurring_work');
      }
    });

    it('refuses a limit that is not a number from 1 to 1000', async () => {
      for (const limit of ['0', '-1', '1001', 'all', '']) {
        const result = await operated.ops('list-stuck', `--limit=${limit}`);
        expect(expectRefused(result, 2), limit).to.include('from 1 to 1000');
      }
    });
  });
});

describeOnEachBackend('list-stuck asks the queue', (backend) => {
  const operated = useOperatedQueues(backend);

  it('and says that it is paused', async () => {
    await operated.addWorker('send', '0 s');
    await operated.sendJobs().pause();
    expect((await operated.listStuck())[0]?.why).to.equal(
      'The queue "send" is paused. Resume it on /ops/queues.',
    );
  });

  it('and says how many jobs are ahead of the row', async () => {
    await operated.addWorker('send', '0 s');
    await operated.sendJobs().add('send-email', { ids: [] });
    expect((await operated.listStuck())[0]?.why).to.equal(
      'It waits for its turn. Jobs waiting in the queue "send": 1.',
    );
  });
});

describe('ops while the queue is unreachable', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, {
      DATA_DIR: '/nonexistent',
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://u:hunter2@127.0.0.1:1',
    });

  it('refuses verbs that need it, without repeating its password', async () => {
    const sentence = expectRefused(await ops('drain-queue', 'send'), 1);
    expect(sentence).to.include('The queue server cannot be reached (redis).').and.not.include('hunter2');
  });

  it('still lists stuck rows, and says that the queue does not answer', async () => {
    const { id } = await createAccount(database.pool);
    await createEmail(database.pool, id);
    const { data } = expectDone(await ops('list-stuck'));
    expect((data as { why: string }[])[0]?.why).to.equal(
      'The queue "send" does not answer: its wake-up is lost or still waits there.',
    );
  });
});
