// Mail whose database goes back in time while its worker lives: what has left does not leave again, and what is on the wire
// is not taken for forgotten (docs/architecture/guarantees.md#outcomes).
import { expect } from 'chai';
import type { EmailStatus } from '../../../shared/resources/messaging/emails/email.ts';
import { freeOwnClaims } from '../../../workers/runtime/claims/own-claims.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { mailboxes } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { untilBlocked } from '../../support/database/blocked-sessions.ts';
import { rememberRows } from '../../support/database/rewind.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import { sendEntry, useSending } from './support/use-sending.ts';

const TABLES = ['emails', 'email_recipients', 'email_events'];
/** Sweeps come each 100 ms. */
const DEAD_AFTER_MS = 300;
const MAILS = 15;

describe('Mail whose database goes back in time', () => {
  const sending = useSending();

  const accept = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        sending.accept({ to: mailboxes(`n${index}@customer.dev`) }),
      ),
    );
  const statesOf = async (ids: readonly string[]) => (await Promise.all(ids.map(sending.states))).flat();
  const untilAll = (ids: readonly string[], state: EmailStatus) =>
    eventually(`all are ${state}`, async () => (await statesOf(ids)).every((each) => each === state));
  const repeats = async ({ metrics }: WorkerDeps) =>
    (await metrics.possibleDuplicates.get()).values[0]?.value ?? 0;
  const sweep = (deps: WorkerDeps) => freeOwnClaims({ ...deps, kinds: [sendEntry] });

  /** Holds mail on the wire. @returns what lets it end */
  async function holdOnTheWire(count: number): Promise<() => void> {
    const { given: until, give } = createSignal();
    let held = 0;
    const onStruck = () => {
      held += 1;
    };
    sending.sink.setFault({ stage: 'after-data', kind: 'wait', until, onStruck });
    await eventually('all are on the wire', () => held === count);
    return give;
  }

  /** Delivers mail, and sets its rows back to when it was on the wire. */
  async function deliverAndRewind(): Promise<string[]> {
    const ids = await accept(MAILS);
    const end = await holdOnTheWire(MAILS);
    await untilAll(ids, 'sending');
    const rewind = await rememberRows(sending.pool, TABLES);
    end();
    await untilAll(ids, 'delivered');
    await rewind();
    return ids;
  }

  it('is recorded again by its worker, and is not sent twice by the restart of that', async () => {
    const worker = await sending.startWorker({ lease: { deadAfterMs: DEAD_AFTER_MS } });
    const ids = await deliverAndRewind();
    await untilAll(ids, 'delivered');
    for (const id of ids) expect(await sending.types(id)).to.deep.equal(['sent', 'delivered']);
    expect(await repeats(worker.deps)).to.equal(0);
    await worker.stop();
    const next = await sending.startWorker({ schedules: true });
    await sending.sendUntil('delivered');
    await next.stop();
    expect(sending.sink.count()).to.equal(MAILS + 1);
  });

  it('is not sent again where its rows wait again, once its outcomes are written again', async () => {
    const job = await sending.openJob();
    const id = await sending.accept();
    const rewind = await rememberRows(sending.pool, TABLES);
    await job.run(id);
    await sending.whenStatus(id, 'delivered');
    await rewind();
    expect(await sending.states(id)).to.deep.equal(['queued']);
    await job.deps.writtenOutcomes.writeAgain();
    await job.run(id);
    expect([await sending.states(id), sending.sink.count()]).to.deep.equal([['delivered'], 1]);
  });

  it('stays claimed while it is on the wire, or waits to be recorded, however often its worker looks', async () => {
    const job = await sending.openJob();
    const ids = await accept(3);
    const ended = job.run(...ids);
    const end = await holdOnTheWire(3);
    await ended;
    await sweep(job.deps);
    expect(await statesOf(ids)).to.deep.equal(['sending', 'sending', 'sending']);
    const lock = await sending.pool.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      end();
      await untilBlocked(sending.pool, lock, 1);
      await sweep(job.deps);
      await lock.query('COMMIT');
    } finally {
      lock.release(true);
    }
    await untilAll(ids, 'delivered');
    expect([await repeats(job.deps), sending.sink.count()]).to.deep.equal([0, 3]);
  });
});
