// The verbs of `npm run ops` for queues, on both backends of the queue.
import { expect } from 'chai';
import { QUEUES } from '../../shared/resources/work-kinds.ts';
import { describeOnEachBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { expectDone, expectRefused } from './run-ops.ts';
import { useOperatedQueues } from './use-operated-queues.ts';

describeOnEachBackend('ops on the queues', (backend) => {
  const operated = useOperatedQueues(backend);

  /** A job that a worker took and failed. */
  const addFailedJob = async () => {
    const worker = operated.queues.work(
      { name: 'send', jobName: 'send-email' },
      () => Promise.reject(new Error('a bug')),
      { concurrency: 1 },
    );
    worker.on('error', () => {});
    try {
      await operated.sendJobs().add('send-email', { ids: [operated.recipientId] });
      await eventually('the job has failed', async () => (await operated.sendJobs().getFailedCount()) === 1);
    } finally {
      await worker.close();
    }
  };

  describe('list-queues', () => {
    it('reports jobs by state, the oldest of them, and their rows', async () => {
      const oldest = Date.now() - 60_000;
      await operated.sendJobs().add('send-email', { ids: [operated.recipientId] }, { timestamp: oldest });
      await operated.sendJobs().add('send-email', { ids: [operated.recipientId] }, { delay: 60_000 });
      const { data, ...rest } = expectDone(await operated.ops('list-queues'));
      expect(rest).to.deep.equal({ object: 'list', backend: backend.redisUrl ? 'redis' : 'postgres' });
      expect((data as { name: string }[]).map(({ name }) => name)).to.deep.equal(
        QUEUES.map(({ name }) => name),
      );
      const [send] = data as Record<string, { email_recipients: object }>[];
      expect(send).to.deep.include({
        object: 'queue',
        name: 'send',
        paused: false,
        jobs: { waiting: 1, active: 0, delayed: 1, failed: 0 },
        oldest_waiting_since: new Date(oldest).toISOString(),
      });
      expect(send?.['rows']?.email_recipients).to.include({ waiting: 0, due: 0, woken: 1, claimed: 0 });
    });

    it('reports that a queue is paused', async () => {
      await operated.sendJobs().pause();
      const { data } = expectDone(await operated.ops('list-queues'));
      expect((data as object[])[0]).to.include({ paused: true });
    });
  });

  describe('drain-queue', () => {
    it('removes the waiting and delayed jobs, and leaves their rows to the sweeper', async () => {
      await operated.sendJobs().add('send-email', { ids: [operated.recipientId] });
      await operated.sendJobs().add('send-email', { ids: [operated.recipientId] }, { delay: 60_000 });
      const before = await operated.recipient();
      expect(expectDone(await operated.ops('drain-queue', 'send'))).to.include({
        name: 'send',
        removed_jobs: 2,
      });
      expect(await operated.sendJobs().getJobCountByTypes('waiting', 'delayed')).to.equal(0);
      expect(await operated.recipient()).to.deep.equal(before);
    });

    it('keeps failed jobs for inspection', async () => {
      await addFailedJob();
      expect(expectDone(await operated.ops('drain-queue', 'send'))).to.include({ removed_jobs: 0 });
      expect(await operated.sendJobs().getFailedCount()).to.equal(1);
    });

    it('refuses a queue that does not exist, and names the existing ones', async () => {
      expect(expectRefused(await operated.ops('drain-queue', 'sent'), 2)).to.equal(
        `There is no queue "sent". The queues are ${QUEUES.map(({ name }) => name).join(', ')}.`,
      );
    });
  });

  describe('redrive', () => {
    it('returns the failed jobs of a queue to it', async () => {
      await addFailedJob();
      expect(expectDone(await operated.ops('redrive', 'send'))).to.deep.include({
        retried_jobs: 1,
        redriven_rows: { email_recipients: 0 },
      });
      const [job] = await operated.sendJobs().getWaiting();
      expect(job?.data.ids).to.deep.equal([operated.recipientId]);
    });

    it('makes rows due now that wait because an attempt has failed', async () => {
      await operated.change(`woken_at = NULL, attempts = 2, next_attempt_at = now() + interval '8 hours'`);
      expect(expectDone(await operated.ops('redrive', 'send'))).to.deep.include({
        redriven_rows: { email_recipients: 1 },
      });
      const { next_attempt_at, woken_at, attempts } = await operated.recipient();
      expect(next_attempt_at?.getTime()).to.be.at.most(Date.now());
      expect({ woken_at, attempts }).to.deep.equal({ woken_at: null, attempts: 2 });
    });

    it('makes more rows due than one statement updates', async () => {
      await operated.database.pool.query(
        `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, attempts,
                                       next_attempt_at, updated_at)
         SELECT uuid_v7(now()), $1, gen_random_uuid(), 'to', 0, 'a@b.dev', 'delivery_delayed', 'transactional', 1,
                now() + interval '1 hour', now() FROM generate_series(1, 2500)`,
        [operated.emailId],
      );
      expect(expectDone(await operated.ops('redrive', 'send'))).to.deep.include({
        redriven_rows: { email_recipients: 2500 },
      });
    });

    const untouched: [title: string, assignments: string][] = [
      [
        'is scheduled for later',
        `woken_at = NULL, state = 'pending', next_attempt_at = now() + interval '8 hours'`,
      ],
      [
        'is held by a worker',
        `claimed_by = gen_random_uuid(), claim_token = gen_random_uuid(), attempts = 1,
         next_attempt_at = now() + interval '1 hour'`,
      ],
      ['has ended', `woken_at = NULL, state = 'failed', attempts = 1, next_attempt_at = NULL`],
    ];
    for (const [title, assignments] of untouched) {
      it(`does not touch work that ${title}`, async () => {
        await operated.change(assignments);
        const before = await operated.recipient();
        expect(expectDone(await operated.ops('redrive', 'send'))).to.deep.include({
          redriven_rows: { email_recipients: 0 },
        });
        expect(await operated.recipient()).to.deep.equal(before);
      });
    }

    it('runs a recurring task again whose last run has failed', async () => {
      await operated.database.pool.query(
        `INSERT INTO recurring_work (name, next_attempt_at, last_error)
         VALUES ('failed', now() + interval '1 day', 'no'), ('fine', now() + interval '1 day', NULL)`,
      );
      try {
        expect(expectDone(await operated.ops('redrive', 'recurring'))).to.deep.include({
          redriven_rows: { recurring_work: 1 },
        });
        const { rows } = await operated.database.pool.query(
          'SELECT name FROM recurring_work WHERE next_attempt_at <= now()',
        );
        expect(rows).to.deep.equal([{ name: 'failed' }]);
      } finally {
        await operated.database.pool.query('TRUNCATE recurring_work');
      }
    });
  });
});
