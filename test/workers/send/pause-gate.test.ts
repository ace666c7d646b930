// The pause of all sending by operators: no process sends, queued mail waits without using up an attempt, and all of it
// is sent automatically afterwards.
import { expect } from 'chai';
import type { Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import { SEND_TIMES } from '../../../workers/runtime/send-times.ts';
import { createPauseGate, type PauseGate } from '../../../workers/send/pause-gate.ts';
import { useDatabase } from '../../support/database/database.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useSending } from './support/use-sending.ts';

const sendTimes = { ...SEND_TIMES, checkEveryMs: 50 };

describe('The pause gate', () => {
  after(() => Promise.all(gates.map((gate) => gate.stop())));
  const database = useDatabase();
  const gates: PauseGate[] = [];
  const lines: { msg: string; reason?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test', destination });
  afterEach(async () => {
    await Promise.all(gates.splice(0).map((gate) => gate.stop()));
    await resumeSending(database.pool);
  });

  const createGate = (on: Pick<Database, 'query'> = database.pool) => {
    const gate = createPauseGate({ database: on as Database, log, sendTimes });
    gates.push(gate);
    return gate;
  };

  it('is open when it has read that there is no pause', async () => {
    const gate = createGate();
    expect(gate.isOpen()).to.equal(false);
    await gate.looked;
    expect(gate.isOpen()).to.equal(true);
  });

  it('is closed in a process that starts during a pause', async () => {
    await pauseSending(database.pool, 'abuse');
    const gate = createGate();
    await gate.looked;
    expect(gate.isOpen()).to.equal(false);
  });

  it('closes and opens again within seconds, and logs each change once', async () => {
    const gate = createGate();
    await gate.looked;
    lines.length = 0;
    await pauseSending(database.pool, 'abuse');
    await eventually('it is closed', () => !gate.isOpen());
    await pauseSending(database.pool, 'another reason');
    await resumeSending(database.pool);
    await eventually('it is open', () => gate.isOpen());
    await gate.stop();
    expect(lines.map(({ msg, reason }) => [msg, reason])).to.deep.equal([
      ['all sending is paused', 'abuse'],
      ['sending continues', undefined],
    ]);
  });

  it('stays closed while the database cannot answer whether there is a pause', async () => {
    const gate = createGate({ query: () => Promise.reject(new Error('Postgres is away')) } as never);
    await gate.looked;
    expect(gate.isOpen()).to.equal(false);
  });
});

describe('Mail during a pause', () => {
  const sending = useSending();
  afterEach(() => resumeSending(sending.pool));

  it('Keeps accepted emails queued while operators have paused all sending, counts no attempt, and sends them afterwards.', async () => {
    const id = await sending.accept();
    await pauseSending(sending.pool, 'abuse');
    const { deps, stop } = await sending.startWorker({ schedules: true, times: sendTimes });
    await eventually('the worker has seen the pause, and done the job', async () => {
      const jobs = await deps.queues.all()[0]?.getJobCounts('waiting', 'active');
      const isSeen = sending.logLines.some(({ msg }) => msg === 'all sending is paused');
      return isSeen && jobs?.['waiting'] === 0 && jobs['active'] === 0;
    });
    expect(await sending.recipient(id)).to.include({ state: 'queued', attempts: 0, claimed_by: null });
    expect(sending.sink.count()).to.equal(0);
    await resumeSending(sending.pool);
    await sending.whenStatus(id, 'delivered');
    expect(await sending.recipient(id)).to.include({ attempts: 1 });
    await stop();
  });

  it('is not claimed by a wake-up that comes in the meantime', async () => {
    const id = await sending.accept();
    await pauseSending(sending.pool, 'abuse');
    const { run } = await sending.openJob();
    await run(id);
    expect(await sending.recipient(id)).to.include({ state: 'queued', attempts: 0, claimed_by: null });
    expect(sending.sink.count()).to.equal(0);
  });
});
