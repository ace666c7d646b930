// Flow test: an import whose worker is killed again and again and whose Postgres crashes once. Its counts, its contacts and
// its refused rows are those of one row after the other. `npm run test:long` imports more rows.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createUploadStore } from '../../shared/platform/storage/upload-store.ts';
import { createContactProperty } from '../../shared/resources/audience/contact-properties/create.ts';
import { createSegment } from '../../shared/resources/audience/segments/create.ts';
import { createContactImport } from '../../shared/resources/flows/contact-imports/create.ts';
import { importWork } from '../../shared/resources/flows/contact-imports/work.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { extent } from '../support/extent.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { closeWorkerDeps, createWorkerDeps } from '../support/work/worker.ts';
import { crashDraws } from './support/crash-draws.ts';
import { ageLeases, DEAD_AFTER_MS } from './support/killed-processes.ts';
import { type Supervised, supervise } from './support/supervised.ts';

const ROWS = extent('IMPORT_FLOW_ROWS', 12_000, 200_000);
/** Fewer than rows, so that addresses come again, in the same chunk and in later ones. */
const ADDRESSES = Math.ceil(ROWS * 0.9);
const KILLS = extent('IMPORT_FLOW_KILLS', 2, 6);
const CRASH_AFTER_KILLS = KILLS / 2;
const CHECK_EVERY_MS = 100;
const FORGOTTEN_AFTER_MS = 1_200;
const HESITATION_MS = 150;
const DEADLINE_MS = 200_000 + 4 * ROWS;

/** A row of the file. */
interface FileRow {
  email: string;
  firstName: string;
  plan: string;
  unsubscribed: boolean;
}

/** Every fiftieth row is wrong, and every seventh has unsubscribed. */
function rowOf(number: number): FileRow {
  const address = `person${(number * 7919) % ADDRESSES}`;
  return {
    email: number % 50 === 0 ? `${address} at x.dev` : `${address}@x.dev`,
    firstName: `First${number}`,
    plan: number % 3 === 0 ? '' : `plan${number}`,
    unsubscribed: number % 7 === 0,
  };
}

/** What the rows make of an empty audience, one after the other. */
function importInOrder(rows: readonly FileRow[]) {
  const contacts = new Map<string, { firstName: string; plan: string | null }>();
  const unsubscribed = new Set<string>();
  const counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  for (const row of rows) {
    const { email, firstName } = row;
    if (email.includes(' ')) {
      counts.failed += 1;
      continue;
    }
    const earlier = contacts.get(email);
    counts[earlier ? 'updated' : 'created'] += 1;
    contacts.set(email, { firstName, plan: row.plan || (earlier?.plan ?? null) });
    if (row.unsubscribed) unsubscribed.add(email);
  }
  return { contacts, unsubscribed, counts };
}

describe('an import whose worker and Postgres die', function () {
  this.timeout(DEADLINE_MS + 30_000);
  const rows = Array.from({ length: ROWS }, (_, index) => rowOf(index + 1));
  let postgres: ThrowawayCluster;
  let deps: WorkerDeps;
  let worker: Supervised;
  let accountId: string;
  let segmentId: string;
  let importId: string;

  before(async () => {
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    deps = await createWorkerDeps({ databaseUrl, redisUrl: undefined });
    await prepare();
    worker = await supervise({
      command: ['workers/main.ts', 'audience'],
      environment: {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        REDIS_URL: '',
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      },
    });
    const watching = watch();
    await killAgainAndAgain();
    await eventually('the import has ended', async () => (await read()).status === 'completed', DEADLINE_MS);
    isOver = true;
    await watching;
  });

  after(async () => {
    isOver = true;
    await worker?.stop();
    if (deps) await closeWorkerDeps(deps);
    await postgres?.stop();
  });

  const prepare = async () => {
    const { database, ids, clock, queues } = deps;
    ({ id: accountId } = await createAccount(database));
    const base = { accountId, createdAt: clock.now() };
    const property = { key: 'plan', type: 'string', fallbackValue: null } as const;
    await createContactProperty(database, { ...base, id: ids.next(), ...property });
    const segment = { name: 'All', audienceId: undefined, filter: null };
    segmentId = (await createSegment(database, { ...base, id: ids.next(), ...segment })).id;
    const writer = createUploadStore({ database, ids }).create();
    await writer.write(Buffer.from('email,first_name,plan,unsubscribed\n'));
    for (const { email, firstName, plan, unsubscribed } of rows)
      await writer.write(Buffer.from(`${email},${firstName},${plan},${unsubscribed}\n`));
    const given = {
      audienceId: undefined,
      columnMap: null,
      createProperties: false,
      onConflict: 'update' as const,
      encoding: 'utf-8' as const,
      topics: [],
      segmentIds: [segmentId],
      file: await writer.end(),
      fileName: null,
    };
    importId = (await createContactImport({ database, queues }, { ...base, id: ids.next(), ...given })).id;
  };

  let isOver = false;
  /** What the tick and the sweeper do, sooner than they would. */
  const watch = async () => {
    while (!isOver) {
      await recover().catch(() => undefined);
      await delay(CHECK_EVERY_MS);
    }
  };
  const recover = async () => {
    const { database, queues } = deps;
    const now = new Date();
    await ageLeases(database, 'audience', worker);
    const lost = await importWork.table.findLost(database, DEAD_AFTER_MS, 10);
    if (lost.length > 0) await importWork.table.reclaim(database, lost, now);
    const due = await importWork.table.markDue(database, now, 10);
    const longAgo = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
    const forgotten = await importWork.table.markLostWakeUps(database, longAgo, 10, now);
    queues.wake(importWork.queue, [...due, ...forgotten]);
  };

  const read = async () => {
    const { rows: found } = await deps.database.query('SELECT * FROM contact_imports WHERE id = $1', [
      importId,
    ]);
    return found[0] ?? expect.fail('The import is gone.');
  };

  const killAgainAndAgain = async () => {
    const draw = crashDraws('hesitations');
    for (let kills = 0; kills < KILLS; kills += 1) {
      const wanted = Math.floor((kills / KILLS) * ROWS);
      const isThere = async () => {
        const { status, rows_read: rowsRead } = await read();
        return status === 'in_progress' && rowsRead >= wanted;
      };
      await eventually(`row ${wanted} is written`, isThere, DEADLINE_MS);
      await delay(draw(HESITATION_MS));
      const deaths = worker.deaths();
      worker.kill();
      if (kills === CRASH_AFTER_KILLS) {
        await postgres.crash();
        await postgres.restart();
      }
      await eventually('the worker is dead', () => worker.deaths() > deaths);
    }
  };

  it('counts every row once', async () => {
    const { created, updated, skipped, failed } = await read();
    expect({ created, updated, skipped, failed }).to.deep.equal(importInOrder(rows).counts);
    expect(worker.deaths()).to.be.at.least(KILLS);
  });

  it('makes the contacts that the rows make one after the other', async () => {
    const { contacts, unsubscribed } = importInOrder(rows);
    const found = await deps.database.query<{ email: string; firstName: string; plan: string | null }>(
      `SELECT email, first_name AS "firstName", properties ->> '1' AS plan FROM contacts WHERE account_id = $1`,
      [accountId],
    );
    expect(found.rows).to.have.length(contacts.size);
    const wrong = found.rows.filter(({ email, firstName, plan }) => {
      const expected = contacts.get(email);
      return expected?.firstName !== firstName || expected.plan !== plan;
    });
    expect(wrong).to.deep.equal([]);
    const count = async (table: string) =>
      (await deps.database.query(`SELECT count(*)::integer AS count FROM ${table}`)).rows[0].count;
    expect(await count('unsubscribes')).to.equal(unsubscribed.size);
    expect(await count(`segment_contacts WHERE segment_id = '${segmentId}'`)).to.equal(contacts.size);
    expect(await count('attachment_chunks')).to.equal(0);
  });

  it('lists every refused row once', async () => {
    const { rows: found } = await deps.database.query<{ row: number }>(
      'SELECT row FROM contact_import_failures WHERE import_id = $1 ORDER BY id',
      [importId],
    );
    // The header is row 1.
    const wrong = rows.flatMap(({ email }, index) => (email.includes(' ') ? [index + 2] : []));
    expect(found.map(({ row }) => row)).to.deep.equal(wrong);
  });
});
