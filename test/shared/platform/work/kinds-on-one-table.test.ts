// Several kinds of work on one table: each finds, counts and retries its own rows, with statements of its own, and rows
// are claimed and freed by their keys.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Queryable } from '../../../../shared/platform/db/connect.ts';
import { countWork } from '../../../../shared/platform/work/count.ts';
import { countStuckWork } from '../../../../shared/platform/work/count-stuck.ts';
import { redriveWork } from '../../../../shared/platform/work/redrive.ts';
import { findStuckRows } from '../../../../shared/platform/work/stuck.ts';
import type { WorkTable } from '../../../../shared/platform/work/work-table.ts';
import { bulkSendingWork, sendingWork } from '../../../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../../../shared/resources/messaging/emails/email.ts';
import { useDatabase } from '../../../support/database/database.ts';

const HOUR_MS = 3_600_000;
const DEAD_AFTER_MS = 60_000;
const KINDS: [lane: MailLane, table: WorkTable, name: string][] = [
  ['transactional', sendingWork.table, 'email_recipients'],
  ['campaign', bulkSendingWork.table, 'email_recipients_campaign'],
];

interface Row {
  nextAttemptAt: Date;
  wokenAt?: Date;
  claimedBy?: string;
  attempts?: number;
}

describe('Kinds of work on one table', () => {
  const database = useDatabase();
  const now = new Date();
  const past = new Date(now.getTime() - HOUR_MS);
  const future = new Date(now.getTime() + HOUR_MS);
  beforeEach(() => database.pool.query('TRUNCATE email_recipients, worker_processes'));

  async function insert(lane: MailLane, { nextAttemptAt, wokenAt, claimedBy, attempts = 0 }: Row) {
    const { rows } = await database.pool.query<{ id: string }>(
      `INSERT INTO email_recipients
         (id, next_attempt_at, woken_at, claimed_by, claim_token, attempts, lane,
          email_id, account_id, kind, position, address, state, updated_at)
       VALUES (uuid_v7(now()), $1, $2, $3::uuid, $3::uuid, $4, $5,
               gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'queued', now())
       RETURNING id`,
      [nextAttemptAt, wokenAt ?? null, claimedBy ?? null, attempts, lane],
    );
    return rows[0]?.id ?? expect.fail('Nothing was inserted.');
  }
  /** A row in each lane. @returns the id of the row in this one */
  const insertInEach = async (lane: MailLane, row: Row) => {
    const inserted = new Map<MailLane, string>();
    for (const [each] of KINDS) inserted.set(each, await insert(each, row));
    return inserted.get(lane) ?? expect.fail('There is no such lane.');
  };

  for (const [lane, table, name] of KINDS) {
    describe(`in the lane ${lane}`, () => {
      const { definition } = table;

      it('wakes its own due rows', async () => {
        const id = await insertInEach(lane, { nextAttemptAt: past });
        expect(await table.markDue(database.pool, now, 10)).to.deep.equal([id]);
      });

      it('wakes its own rows again whose wake-ups are lost', async () => {
        const id = await insertInEach(lane, { nextAttemptAt: past, wokenAt: past });
        expect(await table.markLostWakeUps(database.pool, now, 10, now)).to.deep.equal([id]);
      });

      it('finds its own rows of dead workers, and frees them', async () => {
        const id = await insertInEach(lane, { nextAttemptAt: past, wokenAt: past, claimedBy: randomUUID() });
        const lost = await table.findLost(database.pool, DEAD_AFTER_MS, 10);
        expect(lost.map((claim) => claim.id)).to.deep.equal([id]);
        expect(await table.reclaim(database.pool, lost, now)).to.deep.equal([id]);
      });

      it('finds its own rows that no work holds', async () => {
        const worker = randomUUID();
        const token = randomUUID();
        const id = await insertInEach(lane, { nextAttemptAt: past, wokenAt: past, claimedBy: worker });
        const found = await table.findUnheld(database.pool, worker, [token], 10);
        expect(found).to.deep.equal([{ id, token: worker }]);
        expect(await table.findUnheld(database.pool, worker, [token, worker], 10)).to.deep.equal([]);
        expect(await table.findUnheld(database.pool, token, [], 10)).to.deep.equal([]);
      });

      it('counts its own rows', async () => {
        await insertInEach(lane, { nextAttemptAt: future });
        await insertInEach(lane, { nextAttemptAt: past });
        await insertInEach(lane, { nextAttemptAt: past, wokenAt: past });
        await insertInEach(lane, { nextAttemptAt: past, wokenAt: past, claimedBy: randomUUID() });
        const { oldestDueAt, ...counts } = await countWork(database.pool, definition, now);
        expect(counts).to.deep.equal({ waiting: 1, due: 1, held: 0, woken: 1, claimed: 1 });
        expect(oldestDueAt).to.deep.equal(past);
        const stuck = await countStuckWork(database.pool, definition, { now, deadAfterMs: DEAD_AFTER_MS });
        expect(stuck).to.equal(3);
      });

      it('lists its own rows that have waited longest, under its own name', async () => {
        const id = await insertInEach(lane, { nextAttemptAt: past, wokenAt: past });
        const found = await findStuckRows(database.pool, definition, now, 10);
        expect(found.map((row) => [row.table, row.id])).to.deep.equal([[name, id]]);
      });

      it('makes its own rows due that wait for a retry', async () => {
        await insertInEach(lane, { nextAttemptAt: future, attempts: 1 });
        expect(await redriveWork(database.pool, definition, now)).to.equal(1);
        expect(await redriveWork(database.pool, definition, now)).to.equal(0);
      });

      it('abandons what it has claimed', async () => {
        const id = await insertInEach(lane, { nextAttemptAt: past, wokenAt: past });
        const lease = { worker: randomUUID(), token: randomUUID() };
        expect(await table.claim(database.pool, [id], lease)).to.deep.equal([{ id, token: lease.token }]);
        expect(await table.abandon(database.pool, lease, now)).to.deep.equal([id]);
      });
    });
  }

  // A connection keeps each name for one text.
  it('have prepared statements of their own, which one connection may use in turns', async () => {
    const names = new Map<string, string>();
    const recording = {
      query(statement: { name?: string; text: string }) {
        const { name, text } = statement;
        if (name !== undefined) {
          expect(names.get(name) ?? text, name).to.equal(text);
          names.set(name, text);
        }
        return Promise.resolve({ rows: [], rowCount: 0 });
      },
    } as unknown as Queryable;
    const lease = { worker: randomUUID(), token: randomUUID() };
    for (const [, table] of KINDS) {
      await table.markDue(recording, now, 1);
      await table.markLostWakeUps(recording, now, 1, now);
      await table.claim(recording, [], lease);
      await table.release(recording, []);
      await table.findLost(recording, 1, 1);
      await table.findUnheld(recording, '', [], 1);
      await redriveWork(recording, table.definition, now);
    }
    expect([...names.keys()]).to.include.members([
      'email_recipients-claim',
      'email_recipients_campaign-claim',
    ]);
  });
});
