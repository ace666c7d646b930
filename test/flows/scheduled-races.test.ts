// Cancel and reschedule against the due instant, a thousand times in real time: the API in this process, two worker
// processes that tick. Whoever gets a 200 has won, and nothing is sent; whoever gets a 422 was late, and one mail is.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createSystemClock } from '../../shared/clock.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { startSendWorkers } from './support/send-workers.ts';
import type { Supervised } from './support/supervised.ts';

const WAVES = 10;
const EMAILS_A_WAVE = 100;
const WORKERS = 2;
/** Between the due instants of two waves: they are raced one after the other. */
const WAVE_EVERY_MS = 1_200;
/** Ticks are a second apart. Changes are tried evenly from before the instant until all ticks have passed. */
const TRIED_FROM_MS = -800;
const TRIED_FOR_MS = 2_000;
const SENT_MS = 60_000;
/** Fewer wins or losses than this, and there was no race. */
const RACED_AT_LEAST = 20;

/** A connection that was idle may be lost just when it is used again, and the answer with it. */
const ONE_REQUEST = { Connection: 'close' };

type Change = 'cancel' | 'reschedule';
const CHANGES: readonly Change[][] = [['cancel'], ['reschedule'], ['cancel', 'reschedule']];

/** What became of one email's changes: the statuses of the answers. */
interface Raced {
  id: string;
  answers: Partial<Record<Change, number>>;
}

/** What the answers promise; undefined for answers that cannot be true together. */
function promised({ cancel, reschedule }: Raced['answers']): string | undefined {
  const answers = [cancel, reschedule].filter((status) => status !== undefined);
  if (!answers.every((status) => status === 200 || status === 422)) return undefined;
  if (cancel === 200) return 'canceled';
  // Who was rescheduled is pending, and could have been canceled.
  if (reschedule === 200) return cancel === undefined ? 'pending' : undefined;
  return 'delivered';
}

describe('Cancel and reschedule against the due instant', function () {
  this.timeout(180_000);
  let sink: SmtpSink;
  let workers: Supervised[] = [];
  let sender: Sender;
  let raced: Raced[];
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await sink.stop();
  });
  const app = useApp({ deps: { clock: createSystemClock() } });

  before(async () => {
    sink = await startSmtpSink({ keepRaw: false, keepHeader: 'Message-ID' });
    sender = await createSender(app);
    workers = await startSendWorkers(WORKERS, app.deps.config.databaseUrl, sink.url);
    raced = await race();
    await eventually(
      'all that is due is sent',
      async () => (await count('queued', 'sending')) === 0,
      SENT_MS,
    );
  });

  const count = async (...states: string[]) =>
    (await app.pool.query('SELECT FROM email_recipients WHERE state = ANY($1)', [states])).rowCount;

  async function race(): Promise<Raced[]> {
    const races: Promise<Raced>[] = [];
    const emails = await acceptAll();
    const firstDueAt = Date.now() + 2 * WAVE_EVERY_MS;
    for (const [wave, ids] of emails.entries()) {
      const dueAt = firstDueAt + wave * WAVE_EVERY_MS;
      await makeDue(ids, new Date(dueAt));
      for (const [index, id] of ids.entries()) {
        races.push(raceOne(id, dueAt + TRIED_FROM_MS + (TRIED_FOR_MS * index) / EMAILS_A_WAVE, index));
      }
    }
    return await Promise.all(races);
  }

  /** @returns ids, wave by wave */
  async function acceptAll(): Promise<string[][]> {
    const waves: string[][] = [];
    for (let wave = 0; wave < WAVES; wave += 1) {
      const answers = await Promise.all(
        Array.from({ length: EMAILS_A_WAVE }, () =>
          sender.send({ scheduled_at: 'in 1 hour' }).set(ONE_REQUEST),
        ),
      );
      expect(answers.every(({ status }) => status === 200)).to.equal(true);
      waves.push(answers.map(({ body }) => body.id));
    }
    return waves;
  }

  /** Behind the API's back: how long a thousand requests take is nobody's promise, when a wave is due is. */
  async function makeDue(ids: string[], at: Date): Promise<void> {
    await app.pool.query('UPDATE emails SET scheduled_at = $2 WHERE id = ANY($1)', [ids, at]);
    await app.pool.query('UPDATE email_recipients SET next_attempt_at = $2 WHERE email_id = ANY($1)', [
      ids,
      at,
    ]);
  }

  async function raceOne(id: string, at: number, index: number): Promise<Raced> {
    await delay(at - Date.now());
    const changes = CHANGES[index % CHANGES.length] ?? [];
    const answers = await Promise.all(
      changes.map(async (change) => [change, (await ask(id, change)).status] as const),
    );
    return { id, answers: Object.fromEntries(answers) };
  }

  function ask(id: string, change: Change) {
    const caller = app.as(sender.token);
    if (change === 'cancel') return caller.post(`/emails/${id}/cancel`).set(ONE_REQUEST);
    return caller.patch(`/emails/${id}`).set(ONE_REQUEST).send({ scheduled_at: 'in 1 hour' });
  }

  it('is won by either side', () => {
    for (const change of ['cancel', 'reschedule'] as const) {
      for (const status of [200, 422]) {
        const answers = raced.filter((email) => email.answers[change] === status);
        expect(answers, `${change} ${status}`).to.have.length.of.at.least(RACED_AT_LEAST);
      }
    }
  });

  it('leaves each email in the state that its answers promise', async () => {
    const { rows } = await app.pool.query<{ id: string; status: string; states: string[] }>(
      `SELECT id, status, (SELECT array_agg(state) FROM email_recipients WHERE email_id = emails.id) AS states
       FROM emails`,
    );
    expect(rows).to.have.length(WAVES * EMAILS_A_WAVE);
    const stored = new Map(rows.map(({ id, status, states }) => [id, [status, ...states].join()]));
    const broken = raced.filter(({ id, answers }) => {
      const status = promised(answers);
      return stored.get(id) !== `${status},${status}`;
    });
    expect(broken).to.deep.equal([]);
  });

  it('sends one mail for each email that was due first, and none for the others', () => {
    const sent = sink.messages.map(({ header = '' }) => header.slice(1, header.indexOf('@')));
    const due = raced.filter(({ answers }) => promised(answers) === 'delivered').map(({ id }) => id);
    expect([...sent].sort()).to.deep.equal([...due].sort());
  });

  it('tells of each end once', async () => {
    const { rows } = await app.pool.query(
      `SELECT types, count(*)::integer FROM
         (SELECT string_agg(type, ' ' ORDER BY id) AS types FROM email_events GROUP BY email_id) AS email
       GROUP BY types`,
    );
    const told = Object.fromEntries(rows.map((row) => [row.types, row.count]));
    const ends = raced.map(({ answers }) => promised(answers));
    const countOf = (end: string) => ends.filter((each) => each === end).length;
    expect(told).to.deep.equal({
      'scheduled canceled': countOf('canceled'),
      scheduled: countOf('pending'),
      'scheduled sent delivered': countOf('delivered'),
    });
  });

  it('charges for all but the canceled ones', async () => {
    const { rows } = await app.pool.query(
      `SELECT sum(used)::integer AS used FROM email_usage WHERE period = 'day'`,
    );
    const canceled = raced.filter(({ answers }) => promised(answers) === 'canceled');
    expect(rows[0].used).to.equal(raced.length - canceled.length);
  });
});
