// Reservations of idempotency keys, under their owner tokens (docs/architecture/accepting.md#idempotency).
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type pg from 'pg';
import {
  finishKeys,
  type Reservation,
  ReservationLostError,
  releaseKey,
  reserveFreeKeys,
  reserveKey,
  type WantedKey,
} from '../../../../../shared/resources/foundation/idempotency/keys.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const wantedOf = (accountId: string): WantedKey => ({
  accountId,
  key: 'a',
  fingerprint: Buffer.alloc(32),
  ownerToken: randomUUID(),
  now: new Date(),
});

describe('A reservation that another request has taken over', () => {
  const database = useDatabase();
  const answer = { statusCode: 200, body: '{"id":"1"}' };
  let reserve: () => ReturnType<typeof reserveKey>;
  let lost: Reservation;
  let held: Reservation;
  beforeEach(async () => {
    const { id: accountId } = await createAccount(database.pool);
    reserve = () => reserveKey(database.pool, wantedOf(accountId));
    lost = (await reserve()) as Reservation;
    await database.pool.query(
      "UPDATE idempotency_keys SET lease_until = clock_timestamp() - interval '1 s' WHERE account_id = $1",
      [accountId],
    );
    held = (await reserve()) as Reservation;
    expect(held.ownerToken).not.to.equal(lost.ownerToken);
  });

  it('is finished by the request that has it, and by no other', async () => {
    const finish = (reservation: Reservation) => finishKeys(database.pool, [{ ...reservation, ...answer }]);
    const error = await finish(lost).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ReservationLostError);
    await finish(held);
    expect(await reserve()).to.deep.equal(answer);
  });

  it('is released by the request that has it, and by no other', async () => {
    await releaseKey(database.pool, lost);
    const refused = await reserve().catch((reason: unknown) => reason);
    expect(refused).to.include({ name: 'concurrent_idempotent_requests' });
    await releaseKey(database.pool, held);
    expect(await reserve()).to.have.property('ownerToken');
  });
});

describe('The transaction of a reservation', () => {
  const database = useDatabase();

  for (const [of, reserve] of [
    ['a key', reserveKey],
    ['several keys', (client: pg.PoolClient, wanted: WantedKey) => reserveFreeKeys(client, [wanted])],
  ] as const)
    it(`of ${of} does not wait for the disk, and the next one of its connection does`, async () => {
      const { id: accountId } = await createAccount(database.pool);
      const client = await database.pool.connect();
      const setting = async () => (await client.query('SHOW synchronous_commit')).rows;
      try {
        await client.query('SET synchronous_commit = on');
        await client.query('BEGIN');
        await reserve(client, wantedOf(accountId));
        expect(await setting()).to.deep.equal([{ synchronous_commit: 'off' }]);
        await client.query('COMMIT');
        expect(await setting()).to.deep.equal([{ synchronous_commit: 'on' }]);
      } finally {
        client.release(true);
      }
    });
});
