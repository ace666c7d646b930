// The queues of a process, on both backends: the check for readiness, wake-ups, and the backlog.
import { expect } from 'chai';
import type { Queues } from '../../../../shared/platform/queues/connect.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { describeOnEachBackend } from '../../../support/queues/queue-backends.ts';
import { connectTestQueues, testQueue, wakeCounts } from '../../../support/queues/queues.ts';
import { eventually } from '../../../support/time/eventually.ts';

describeOnEachBackend('The queues of a process', (backend) => {
  const database = useDatabase();
  let queues: Queues;
  beforeEach(async () => {
    queues = connectTestQueues({ databaseUrl: database.url, redisUrl: backend.redisUrl });
    await eventually('the server takes a write', () => queues.checkWrite().then(() => true));
    await queues.all()[0]?.obliterate({ force: true });
  });
  afterEach(() => queues.close());

  it('pass their check on a working server, and leave no job', async () => {
    await queues.checkWrite();
    expect(await queues.all()[0]?.getJobCountByTypes('waiting', 'active', 'completed', 'failed')).to.equal(0);
  });

  it('turn a wake-up into a job that contains only ids', async () => {
    queues.wake(testQueue, ['a', 'b']);
    const [job] = await eventually('the job waits', async () => {
      const jobs = (await queues.all()[0]?.getWaiting()) ?? [];
      return jobs.length > 0 && jobs;
    });
    expect(job?.name).to.equal('do-nothing');
    expect(job?.data).to.deep.equal({ ids: ['a', 'b'] });
    expect(await wakeCounts(queues)).to.deep.equal({ sent: 2 });
  });

  it('refuse to wake an unknown queue', () => {
    expect(() => queues.wake({ name: 'other', jobName: 'x' }, ['a'])).to.throw('"other"');
  });

  it('report no backlog when no job waits', async () => {
    expect(await queues.backlog(testQueue)).to.deep.equal({ oldestAt: undefined, paused: false });
  });

  it('report the age of the oldest waiting job', async () => {
    const [queue] = queues.all();
    const oldest = Date.now() - 60_000;
    await queue?.add('do-nothing', { ids: [] }, { timestamp: oldest });
    await queue?.add('do-nothing', { ids: [] });
    expect((await queues.backlog(testQueue)).oldestAt?.getTime()).to.equal(oldest);
  });

  it('report that an operator has paused a queue', async () => {
    await queues.all()[0]?.pause();
    expect((await queues.backlog(testQueue)).paused).to.equal(true);
    await queues.all()[0]?.resume();
  });

  it('send the collected ids when they are closed', async () => {
    const closing = connectTestQueues({ databaseUrl: database.url, redisUrl: backend.redisUrl });
    await eventually('the server takes a write', () => closing.checkWrite().then(() => true));
    closing.wake(testQueue, ['a']);
    closing.wake(testQueue, ['b']);
    await closing.close();
    expect(await wakeCounts(closing)).to.deep.equal({ sent: 2 });
  });
});
