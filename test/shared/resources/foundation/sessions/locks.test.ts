// The order in which the sessions of a person are locked: that of their ids, whatever is done with them
// (docs/architecture/guarantees.md#lock-order). Otherwise two requests of a person end each other by a deadlock.
import { expect } from 'chai';
import { SESSIONS_MAX } from '../../../../../shared/contract/limits.ts';
import { type Transaction, transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSession } from '../../../../../shared/resources/foundation/sessions/create.ts';
import { endSessions } from '../../../../../shared/resources/foundation/sessions/end.ts';
import { rotateSessionsSoon } from '../../../../../shared/resources/foundation/sessions/rotate.ts';
import { endSignIns, renewSignIn } from '../../../../../shared/resources/people/sign-in/renew.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { expectLocksInOrder } from '../../../../support/database/lock-order.ts';
import { factoryIds } from '../../../../support/factories/factory-ids.ts';
import { createMember } from '../../../../support/factories/people-factories.ts';

const SESSIONS = 300;
const ROUNDS = 15;
const AT_A_TIME = 20;
const ORIGIN = { address: '127.0.0.1', userAgent: 'test', now: new Date() };

interface Signed {
  personId: string;
  accountId: string;
  /** The ids of the sessions, in their order. */
  ids: string[];
}

type Write = (client: Transaction, signed: Signed) => Promise<unknown>;

describe('The sessions of a person', () => {
  const database = useDatabase();
  /** The rows are stored against the order of their ids, so that a scan of the table comes to the last one first. */
  const fill = async ({ personId, accountId }: Omit<Signed, 'ids'>) => {
    await database.pool.query(
      `INSERT INTO sessions (id, token_hash, csrf_token, person_id, account_id, created_at, last_used_at, expires_at)
       SELECT uuid_v7(now() - n * interval '1 s'), sha256(gen_random_uuid()::text::bytea), '', $1, $2, now(), now(),
              now() + interval '1 day'
       FROM generate_series(1, $3::integer) n ORDER BY n`,
      [personId, accountId, SESSIONS],
    );
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE person_id = $1 ORDER BY id',
      [personId],
    );
    return rows.map(({ id }) => id);
  };
  const signIn = async (): Promise<Signed> => {
    const member = await createMember(database.pool, { hasPassword: false });
    return { ...member, ids: await fill(member) };
  };

  const renew: Write = (client, { personId, ids: [sessionId = ''] }) =>
    renewSignIn(client, { personId, sessionId });
  const endAllSignIns: Write = (client, { personId }) => endSignIns(client, personId);
  const start: Write = (client, { personId, accountId }) =>
    createSession(client, factoryIds, { personId, accountId, ...ORIGIN });
  const WRITES: Record<string, Write> = {
    'rotate soon': rotateSessionsSoon,
    'end all': (client, { personId }) => endSessions(client, { personId }),
    'end those of an account': (client, { personId, accountId }) =>
      endSessions(client, { personId, accountId }),
    'renew, in the oldest one': renew,
    'end the sign-ins': endAllSignIns,
    'start another one': start,
  };
  // Who changes a sign-in lets no session begin until it ends: its later statements would lock one that the first missed.
  const LOCKS_OF_PERSON = new Map([
    [renew, 'FOR NO KEY UPDATE'],
    [endAllSignIns, 'FOR NO KEY UPDATE'],
    [start, 'FOR SHARE'],
  ]);
  /** By a plan that reads rows in the order in which they are stored, and with the lock that those who call it have. */
  const run = (write: (typeof WRITES)[string], signed: Signed) =>
    transaction(database.pool, async (client) => {
      await client.query('SET LOCAL enable_indexscan = off');
      const lock = LOCKS_OF_PERSON.get(write);
      if (lock) await client.query(`SELECT FROM people WHERE id = $1 ${lock}`, [signed.personId]);
      await write(client, signed);
    });

  for (const [name, write] of Object.entries(WRITES)) {
    it(`are locked in the order of their ids: ${name}`, async () => {
      const signed = await signIn();
      const ends = [signed.ids[0] ?? '', signed.ids.at(-1) ?? ''] as const;
      await expectLocksInOrder(database.pool, ends, () => run(write, signed), 'sessions');
    });
  }

  it('are ended, renewed and started at the same time without a deadlock', async () => {
    const signed = await signIn();
    for (let round = 0; round < ROUNDS; round += 1) {
      const writes = Object.values(WRITES).flatMap((write) => [run(write, signed), run(write, signed)]);
      const settled = await Promise.allSettled(writes);
      const failures = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      // The session to renew may have ended before.
      expect(failures.filter(({ name }) => name !== 'not_found')).to.deep.equal([]);
      signed.ids = await fill(signed);
    }
  });

  it('are no more than the limit after many sign-ins at the same moment', async () => {
    const member = await createMember(database.pool, { hasPassword: false });
    const begin = () =>
      transaction(database.pool, (client) => createSession(client, factoryIds, { ...member, ...ORIGIN }));
    const started = await Promise.all(Array.from({ length: SESSIONS_MAX + AT_A_TIME }, begin));
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM sessions WHERE person_id = $1',
      [member.personId],
    );
    expect(rows).to.have.length(SESSIONS_MAX);
    const ids = new Set(started.map(({ id }) => id));
    expect(rows.every(({ id }) => ids.has(id))).to.equal(true);
  });
});
