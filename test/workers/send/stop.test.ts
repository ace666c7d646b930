// Graceful shutdown of a send worker: mail on the wire is finished and recorded, waiting mail is released without
// counting an attempt, within seconds. The same check withholds mail when the process may count as dead.
import { expect } from 'chai';
import { sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { eventually } from '../../support/time/eventually.ts';
import { watchEnd } from '../../support/time/signal.ts';
import type { StartedWorker } from '../support/started-worker.ts';
import { useSending } from './support/use-sending.ts';

const CONNECTIONS = 2;
const config = { smtpMaxConnections: CONNECTIONS };
/** Messages that a process with so few connections holds (workers/send/sender.ts). */
const PLACES = 2 * CONNECTIONS + 100;
/** Less than the 25 s that a process has to stop; on an idle machine it takes a second. */
const SECONDS_MS = 15_000;

describe('A send worker that is stopped', () => {
  const sending = useSending();
  beforeEach(async () => {
    await sending.pool.query('TRUNCATE emails, email_recipients, email_contents, email_events');
  });

  const accept = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        sending.accept({ to: mailboxes(`n${index}@customer.dev`) }),
      ),
    );

  /** Number of recipients per state. */
  const slots = async () => {
    const { rows } = await sending.pool.query<{ place: string; count: number }>(
      `SELECT concat_ws(' ', state, CASE WHEN claimed_by IS NOT NULL THEN 'claimed' END, 'after', attempts) AS place,
              count(*)::integer FROM email_recipients GROUP BY 1`,
    );
    return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
  };

  /** Accepts mail for a server with slow replies; resolves when this many mails are on the wire. */
  async function fillTheWire(count: number, verdictAfterMs: number): Promise<string[]> {
    let onTheWire = 0;
    const onStruck = () => {
      onTheWire += 1;
    };
    sending.sink.setFault({ stage: 'after-data', kind: 'delay', ms: verdictAfterMs, onStruck });
    const accepted = await accept(count);
    await eventually('the wire is full', () => onTheWire === CONNECTIONS);
    return accepted;
  }

  async function stopIn({ stop }: StartedWorker): Promise<number> {
    const startedAt = performance.now();
    await stop();
    return performance.now() - startedAt;
  }

  it('records the mail on the wire, and releases the mail that waits for a connection', async () => {
    const worker = await sending.startWorker({ config });
    await fillTheWire(20, 500);
    await eventually('all are claimed', async () => (await slots())['sending claimed after 1'] === 20);
    expect(await stopIn(worker)).to.be.below(SECONDS_MS);
    expect(sending.sink.count()).to.equal(CONNECTIONS);
    expect(await slots()).to.deep.equal({ 'delivered after 1': 2, 'queued after 0': 18 });
  });

  it('releases waiting mail before the mail on the wire is finished', async () => {
    const worker = await sending.startWorker({ config });
    await fillTheWire(20, 3_000);
    await eventually('all are claimed', async () => (await slots())['sending claimed after 1'] === 20);
    const stopped = worker.stop();
    const stop = watchEnd(stopped);
    await eventually('all others wait again', async () => (await slots())['queued after 0'] === 18);
    expect(stop.hasEnded).to.equal(false);
    await stopped;
    expect(await slots()).to.deep.equal({ 'delivered after 1': 2, 'queued after 0': 18 });
  });

  it('releases mail that waits for a server with a slow greeting', async () => {
    const worker = await sending.startWorker({ config });
    let hasKnocked = false;
    const onStruck = () => {
      hasKnocked = true;
    };
    sending.sink.setFault({ stage: 'greeting', kind: 'silence', onStruck });
    await accept(5);
    await eventually('all are claimed', async () => (await slots())['sending claimed after 1'] === 5);
    await eventually('the server was asked', () => hasKnocked);
    expect(await stopIn(worker)).to.be.below(SECONDS_MS);
    expect(await slots()).to.deep.equal({ 'queued after 0': 5 });
  });

  it('ends in time, with its lease, when outcomes cannot be written because of a bug', async () => {
    const worker = await sending.startWorker({ config });
    await sending.pool.query(`
      CREATE OR REPLACE FUNCTION refuse_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON email_recipients FOR EACH ROW
      WHEN (NEW.state = 'delivered') EXECUTE FUNCTION refuse_outcome()`);
    try {
      await accept(1);
      await eventually('it cannot be written', () =>
        sending.logLines.some(({ msg }) => msg === 'an outcome cannot be written'),
      );
      expect(await stopIn(worker)).to.be.below(SECONDS_MS);
    } finally {
      await sending.pool.query('DROP TRIGGER refuse ON email_recipients');
    }
    const lost = await sendingWork.table.findLost(sending.pool, 60_000, 10);
    expect(lost).to.have.length(1);
  });

  it('does not touch mail that its jobs have not claimed because no places were free', async () => {
    const worker = await sending.startWorker({ config });
    await fillTheWire(PLACES + 60, 500);
    await eventually('a job waits for room', async () => (await slots())['queued after 0'] !== undefined);
    expect(await stopIn(worker)).to.be.below(SECONDS_MS);
    const { 'delivered after 1': delivered = 0, 'queued after 0': queued = 0, ...others } = await slots();
    expect(others).to.deep.equal({});
    expect(delivered).to.equal(sending.sink.count());
    expect(delivered + queued).to.equal(PLACES + 60);
    expect(queued).to.be.above(60);
  });

  it('releases mail that a job was just claiming, and waits until that is written', async () => {
    const worker = await sending.startWorker({ config });
    const blocker = await sending.pool.connect();
    let stopped: Promise<number>;
    try {
      // Loading reads the keys: after the claim, before anything is sent.
      await blocker.query('BEGIN; LOCK TABLE dkim_keys IN ACCESS EXCLUSIVE MODE');
      await sending.accept();
      await eventually('it is claimed', async () => (await slots())['sending claimed after 1'] === 1);
      stopped = stopIn(worker);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect(await stopped).to.be.below(SECONDS_MS);
    expect(await slots()).to.deep.equal({ 'queued after 0': 1 });
    expect(sending.sink.connections().open).to.equal(0);
    expect(sending.sink.count()).to.equal(0);
  });

  it('ends its lease, and another worker sends the rest', async () => {
    const worker = await sending.startWorker({ config });
    const accepted = await fillTheWire(20, 300);
    await worker.stop();
    const { rowCount } = await sending.pool.query('SELECT FROM worker_processes WHERE id = $1', [
      worker.deps.lease.workerId,
    ]);
    expect(rowCount).to.equal(0);
    sending.sink.clearFaults();
    const other = await sending.startWorker({ config });
    await sending.tick();
    for (const id of accepted) await sending.whenStatus(id, 'delivered');
    expect(new Set(sending.sink.messages.flatMap(({ to }) => to)).size).to.equal(20);
    expect(sending.sink.count()).to.equal(20);
    await other.stop();
  });
});
