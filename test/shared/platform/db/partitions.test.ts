// Monthly partitions: created in advance, by one process, during traffic, and for the correct months.

import { expect } from 'chai';
import type { Pool, PoolClient } from 'pg';
import { createPartitions, haveUpcomingPartitions } from '../../../../shared/platform/db/partitions.ts';
import { uuidV7LowerBound } from '../../../../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../../../../shared/resources/partitioned-tables.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';

const at = (now: Date) => ({ tables: PARTITIONED_TABLES, now });
const TABLES = PARTITIONED_TABLES.map(({ name }) => name);
/** Far from the months for which a test database has partitions. */
const YEARS_END = new Date('2031-12-31T23:59:59.999Z');
const MONTHS = ['2031_11', '2031_12', '2032_01', '2032_02', '2032_03'];

describe('creating partitions', () => {
  const database = useDatabase();
  beforeEach(() => dropAll(database.pool));

  it('creates none a second time', async () => {
    await createPartitions(database.pool, at(YEARS_END));
    expect(await createPartitions(database.pool, at(YEARS_END))).to.deep.equal([]);
  });

  it('creates the only missing one', async () => {
    await createPartitions(database.pool, at(YEARS_END));
    await database.pool.query('DROP TABLE email_events_2032_02');
    expect(await createPartitions(database.pool, at(YEARS_END))).to.deep.equal(['email_events_2032_02']);
  });

  it('creates each one once when three processes run it', async () => {
    const made = await Promise.all([1, 2, 3].map(() => createPartitions(database.pool, at(YEARS_END))));
    expect(made.flat().sort()).to.deep.equal(
      TABLES.flatMap((table) => MONTHS.map((month) => `${table}_${month}`)).sort(),
    );
  });
});

describe('partitions', () => {
  const database = useDatabase();
  let created: string[];
  /** In a transaction that is rolled back: the partitions are created once for all tests. */
  let client: PoolClient;
  before(async () => {
    await dropAll(database.pool);
    created = await createPartitions(database.pool, at(YEARS_END));
  });
  beforeEach(async () => {
    client = await database.pool.connect();
    await client.query('BEGIN');
  });
  afterEach(async () => {
    await client.query('ROLLBACK');
    client.release();
  });

  /** The partitions of a table and the times between which their ids are. */
  const boundsOf = async (table: string) => {
    const { rows } = await client.query<{ name: string; bounds: string }>(
      `SELECT relname AS name, pg_get_expr(relpartbound, oid) AS bounds
       FROM pg_class JOIN pg_inherits ON inhrelid = oid WHERE inhparent = $1::regclass ORDER BY relname`,
      [table],
    );
    return rows;
  };

  for (const table of TABLES) {
    it(`of ${table} are created for last month, this month and three months ahead, across the end of a year`, async () => {
      const expected = MONTHS.map((month) => `${table}_${month}`);
      expect(created).to.include.members(expected);
      expect((await boundsOf(table)).map(({ name }) => name)).to.deep.equal(expected);
    });
  }

  it('follow one another without a gap', async () => {
    for (const table of TABLES) {
      const bounds = (await boundsOf(table)).map((row) => /FROM \((.*)\) TO \((.*)\)/.exec(row.bounds) ?? []);
      expect(bounds).to.have.length(MONTHS.length);
      for (const [index, [, from]] of bounds.entries()) {
        if (index > 0) expect(from, table).to.equal(bounds[index - 1]?.[2]);
      }
    }
  });

  for (const month of ['2031_12', '2032_01']) {
    for (const table of TABLES) {
      it(`are not ahead when ${table}_${month} is missing`, async () => {
        expect(await haveUpcomingPartitions(client, at(YEARS_END))).to.equal(true);
        await client.query(`DROP TABLE ${table}_${month}`);
        expect(await haveUpcomingPartitions(client, at(YEARS_END))).to.equal(false);
      });
    }
  }

  it('are not ahead when one of them is detached', async () => {
    await client.query('ALTER TABLE emails DETACH PARTITION emails_2032_01');
    expect(await haveUpcomingPartitions(client, at(YEARS_END))).to.equal(false);
  });
});

async function dropAll(database: Pool): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    "SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class ON oid = inhparent WHERE relkind = 'p'",
  );
  if (rows.length > 0) await database.query(`DROP TABLE ${rows.map(({ name }) => name).join(', ')}`);
}

describe('a row', () => {
  const database = useDatabase();
  before(() => createPartitions(database.pool, at(YEARS_END)));

  const insertEvent = async (id: string) => {
    const { rows } = await database.pool.query<{ table: string }>(
      `INSERT INTO email_events (id, email_id, account_id, type, created_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'sent', now()) RETURNING tableoid::regclass::text AS table`,
      [id],
    );
    return rows[0]?.table;
  };
  const insertLog = async (id: bigint) => {
    const { rows } = await database.pool.query<{ table: string }>(
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, created_at)
       VALUES ($1, gen_random_uuid(), 'r', 'GET', '/emails', 200, 1, now())
       RETURNING tableoid::regclass::text AS table`,
      [String(id)],
    );
    return rows[0]?.table;
  };
  const MIDNIGHT = Date.UTC(2032, 0, 1);

  it('with a UUID is in the partition of the month in its id, to the millisecond', async () => {
    expect(await insertEvent(uuidV7LowerBound(new Date(MIDNIGHT - 1)))).to.equal('email_events_2031_12');
    expect(await insertEvent(uuidV7LowerBound(new Date(MIDNIGHT)))).to.equal('email_events_2032_01');
  });

  it('with a number is in the partition of the month in its id, to the millisecond', async () => {
    expect(await insertLog(BigInt(MIDNIGHT) * 2n ** 20n - 1n)).to.equal('logs_2031_12');
    expect(await insertLog(BigInt(MIDNIGHT) * 2n ** 20n)).to.equal('logs_2032_01');
  });

  it('of a month without a partition is refused', async () => {
    const id = uuidV7LowerBound(new Date('2032-07-01T00:00:00Z'));
    expect((await failureOf(insertEvent(id))).code).to.equal('23514');
  });

  it('is in a partition with the indexes and the primary key of its table', async () => {
    const { rows } = await database.pool.query<{ parents: string[]; partitions: string[] }>(
      `SELECT array_agg(DISTINCT p.indexrelid::text) AS parents, array_agg(DISTINCT i.inhparent::text) AS partitions
       FROM pg_index p LEFT JOIN pg_inherits i ON i.inhparent = p.indexrelid
         AND (SELECT indrelid FROM pg_index WHERE indexrelid = i.inhrelid) = 'email_recipients_2032_03'::regclass
       WHERE p.indrelid = 'email_recipients'::regclass`,
    );
    expect(rows[0]?.parents).to.have.length.above(4);
    expect(rows[0]?.partitions).to.deep.equal(rows[0]?.parents);
  });
});

describe('creating a partition during traffic', () => {
  const database = useDatabase();
  let traffic: PoolClient;
  beforeEach(async () => {
    traffic = await database.pool.connect();
    await traffic.query('BEGIN');
  });
  afterEach(async () => {
    await traffic.query('ROLLBACK');
    traffic.release();
  });

  /** Locks on a table that sessions hold or wait for, except those of the traffic and of this test. */
  const locksOn = async (table: string) => {
    const { rows } = await database.pool.query<{ mode: string }>(
      `SELECT DISTINCT mode FROM pg_locks WHERE relation = $1::regclass AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY mode`,
      [table],
    );
    return rows.map(({ mode }) => mode);
  };

  it('does not wait for reads and writes of the table, nor do they wait for it', async () => {
    for (const table of TABLES) await traffic.query(`LOCK TABLE ${table} IN ROW EXCLUSIVE MODE`);
    const created = await createPartitions(database.pool, at(new Date('2033-06-15T00:00:00Z')));
    expect(created).to.have.length(TABLES.length * 5);
  });

  it('takes no stronger lock on the table than SHARE UPDATE EXCLUSIVE', async () => {
    await traffic.query('LOCK TABLE emails IN SHARE UPDATE EXCLUSIVE MODE');
    const failure = failureOf(createPartitions(database.pool, at(new Date('2034-06-15T00:00:00Z'))));
    const seen = new Set<string>();
    let ended = false;
    const code = failure.then((error) => {
      ended = true;
      return error.code;
    });
    while (!ended) for (const mode of await locksOn('emails')) seen.add(mode);
    expect(await code, 'it gives way after two seconds').to.equal('55P03');
    expect([...seen].sort()).to.deep.equal(['AccessShareLock', 'ShareUpdateExclusiveLock']);
  });
});
