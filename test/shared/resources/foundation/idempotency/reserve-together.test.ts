// Idempotency keys that requests reserve at the same moment (docs/architecture/accepting.md#idempotency).
import { expect } from 'chai';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { finishKeys, type Reservation } from '../../../../../shared/resources/foundation/idempotency/keys.ts';
import {
  createKeyReserving,
  type ReserveKey,
} from '../../../../../shared/resources/foundation/idempotency/reserve-together.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

describe('Keys that are reserved together', () => {
  const database = useDatabase();
  const answer = { statusCode: 200, body: '{"id":"1"}' };
  let accountId: string;
  let statements: number;
  let reserve: (key: string, fingerprint?: number, by?: ReserveKey) => Promise<unknown>;
  beforeEach(async () => {
    ({ id: accountId } = await createAccount(database.pool));
    statements = 0;
    const counting = {
      query: (statement: object) => {
        statements += 1;
        return database.pool.query(statement as never);
      },
      connect: () => database.pool.connect(),
    } as unknown as Database;
    const reserving = createKeyReserving(counting);
    // A refusal becomes a value.
    reserve = (key, fingerprint = 0, by = reserving) =>
      by({ accountId, key, fingerprint: Buffer.alloc(32, fingerprint) }, new Date()).catch(
        (reason: unknown) => reason,
      );
  });

  it('take one statement', async () => {
    const reserved = await Promise.all(['a', 'b', 'c'].map((key) => reserve(key)));
    expect(reserved).to.have.nested.property('[2].key', 'c');
    expect(new Set(reserved.map((each) => (each as Reservation).ownerToken))).to.have.property('size', 3);
    expect(statements).to.equal(1);
  });

  it('are given to one of those that want the same', async () => {
    const payloads = [1, 1, 2];
    const [free, ...outcomes] = await Promise.all([
      reserve('b'),
      ...payloads.map((each) => reserve('a', each)),
    ]);
    expect(free).to.include({ key: 'b' });
    const winner = outcomes.findIndex((each) => !(each instanceof Error));
    expect(outcomes[winner]).to.include({ key: 'a' });
    for (const [index, payload] of payloads.entries()) {
      if (index === winner) continue;
      const name =
        payload === payloads[winner] ? 'concurrent_idempotent_requests' : 'invalid_idempotent_request';
      expect(outcomes[index]).to.include({ name });
    }
  });

  it('answer what was stored, next to those that are free', async () => {
    const held = (await reserve('a')) as Reservation;
    await finishKeys(database.pool, [{ ...held, ...answer }]);
    const [stored, free] = await Promise.all([reserve('a'), reserve('b')]);
    expect(stored).to.deep.equal(answer);
    expect(free).to.include({ key: 'b' });
  });

  it('are each given once when two processes want them at once, in any order', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `key ${index}`);
    const one = createKeyReserving(database.pool);
    const other = createKeyReserving(database.pool);
    const outcomes = await Promise.all([
      ...names.map((key) => reserve(key, 0, one)),
      ...names.toReversed().map((key) => reserve(key, 0, other)),
    ]);
    const given = outcomes.filter((each): each is Reservation => !(each instanceof Error));
    expect(given.map(({ key }) => key)).to.have.members(names);
    const refused = outcomes.filter((each) => each instanceof Error).map(({ name }) => name);
    expect(new Set(refused)).to.deep.equal(new Set(['concurrent_idempotent_requests']));
  });

  it('do not fail with one that Postgres cannot store', async () => {
    const [bad, good] = await Promise.all([reserve('a\0'), reserve('b')]);
    expect(bad).to.be.instanceOf(Error);
    expect(good).to.include({ key: 'b' });
  });

  it('do not wait for one whose answer is just stored', async () => {
    const held = (await reserve('a')) as Reservation;
    const storing = await database.pool.connect();
    try {
      await storing.query('BEGIN');
      await finishKeys(storing, [{ ...held, ...answer }]);
      const repeated = reserve('a');
      expect(await reserve('b')).to.include({ key: 'b' });
      await storing.query('COMMIT');
      // It may have looked before the commit, and a client then asks again.
      const outcome = await repeated;
      if (outcome instanceof Error) expect(outcome.name).to.equal('concurrent_idempotent_requests');
      else expect(outcome).to.deep.equal(answer);
    } finally {
      // A lock must not outlive a test that fails.
      storing.release(true);
    }
  });
});
