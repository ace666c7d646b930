// Race test: cancel and reschedule against the due instant, some hundred times in real time, with the API in
// this process and two worker processes that tick. After a 200 nothing is sent; after a 422, which came too late, one
// mail is.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createSender, type Sender } from '../api/emails/sender.ts';
import { useApp } from '../support/api/app.ts';
import { extent } from '../support/extent.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { startSendWorkers } from './support/send-workers.ts';
import type { Supervised } from './support/supervised.ts';

const EMAILS_A_WAVE = 200;
/** Two hundred emails; more when one side has rarely won so far, as on a machine that answers late. */
const WAVES_AT_LEAST = extent('RACE_WAVES', 1, 10);
const WAVES_AT_MOST = 20;
const WORKERS = 2;
/** Ticks are a second apart. Changes are tried evenly from just before the instant until all ticks have passed. */
const TRIED_FROM_MS = -800;
const TRIED_FOR_MS = 2_000;
/** Time from making a wave due until its first change is tried. */
const AHEAD_MS = 200;
const SENT_MS = 60_000;
/** With fewer wins or losses than this there was no race. */
const RACED_AT_LEAST = 20;

/** An idle connection may break just when it is used again, and its answer is lost. */
const ONE_REQUEST = { Connection: 'close' };

type Change = 'cancel' | 'reschedule';
const CHANGES: readonly Change[][] = [['cancel'], ['reschedule'], ['cancel', 'reschedule']];

/** The results of one email's changes: the statuses of the answers. */
interface Raced {
  id: string;
  answers: Partial<Record<Change, number>>;
}

/** The outcome that the answers promise; undefined for answers that cannot be true together. */
function promised({ cancel, reschedule }: Raced['answers']): string | undefined {
  const answers = [cancel, reschedule].filter((status) => status !== undefined);
  if (!answers.every((status) => status === 200 || status === 422)) return undefined;
  if (cancel === 200) return 'canceled';
  // An email that was rescheduled is pending, so a cancel must have succeeded.
  if (reschedule === 200) return cancel === undefined ? 'pending' : undefined;
  return 'delivered';
}

const RACES = (['cancel', 'reschedule'] as const).flatMap((change) =>
  [200, 422].map((status) => [change, status] as const),
);

function answered(raced: readonly Raced[], change: Change, status: number): number {
  return raced.filter((email) => email.answers[change] === status).length;
}

function wonByEither(raced: readonly Raced[]): boolean {
  return RACES.every(([change, status]) => answered(raced, change, status) >= RACED_AT_LEAST);
}

describe('Cancel and reschedule against the due instant', function () {
  this.timeout(400_000);
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
    const all: Raced[] = [];
    for (let wave = 0; wave < WAVES_AT_MOST; wave += 1) {
      if (wave >= WAVES_AT_LEAST && wonByEither(all)) break;
      all.push(...(await raceWave()));
    }
    return all;
  }

  async function raceWave(): Promise<Raced[]> {
    const ids = await acceptWave();
    const dueAt = Date.now() + AHEAD_MS - TRIED_FROM_MS;
    await makeDue(ids, new Date(dueAt));
    return await Promise.all(
      ids.map((id, index) =>
        raceOne(id, dueAt + TRIED_FROM_MS + (TRIED_FOR_MS * index) / EMAILS_A_WAVE, index),
      ),
    );
  }

  async function acceptWave(): Promise<string[]> {
    const answers = await Promise.all(
      Array.from({ length: EMAILS_A_WAVE }, () =>
        sender.send({ scheduled_at: 'in 1 hour' }).set(ONE_REQUEST),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).to.equal(true);
    return answers.map(({ body }) => body.id);
  }

  /** Directly in the database: a wave must be due at a known time, while a thousand requests take an unknown time. */
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
    for (const [change, status] of RACES) {
      expect(answered(raced, change, status), `${change} ${status}`).to.be.at.least(RACED_AT_LEAST);
    }
  });

  it('leaves each email in the state that its answers promised', async () => {
    const { rows } = await app.pool.query<{ id: string; status: string; states: string[] }>(
      `SELECT id, status, (SELECT array_agg(state) FROM email_recipients WHERE email_id = emails.id) AS states
       FROM emails`,
    );
    expect(rows).to.have.length(raced.length);
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

  it('records each outcome as one event', async () => {
    const { rows } = await app.pool.query(
      `SELECT types, count(*)::integer FROM
         (SELECT string_agg(type, ' ' ORDER BY id) AS types FROM email_events GROUP BY email_id) AS email
       GROUP BY types`,
    );
    const counted = Object.fromEntries(rows.map((row) => [row.types, row.count]));
    const ends = raced.map(({ answers }) => promised(answers));
    const countOf = (end: string) => ends.filter((each) => each === end).length;
    expect(counted).to.deep.equal({
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
