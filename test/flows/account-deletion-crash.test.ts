// Flow test: an account that has rows in every table, and many of some, is deleted by a worker that is killed (SIGKILL) at a step
// in each of its lives, while another account, which has as many, writes on. Afterwards no row of the first is left, and every
// row of the other is as it was. `npm run test:long` has more rows.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { growAccount } from '../../bench/deletions/grown-account.ts';
import { requestDeletionAsOperator } from '../../shared/resources/flows/account-deletions/request.ts';
import { deletionWork } from '../../shared/resources/flows/account-deletions/work.ts';
import type { WorkerDeps } from '../../workers/runtime/job.ts';
import type { ThrowawayCluster } from '../runner/throwaway-cluster.ts';
import { createDatabase } from '../support/database/database.ts';
import { fillAccount } from '../support/database/fill-account.ts';
import { startPreparedCluster } from '../support/database/prepared-cluster.ts';
import { extent } from '../support/extent.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain, createEmail } from '../support/factories/factories.ts';
import { closeWorkerDeps, createWorkerDeps } from '../support/work/worker.ts';
import { ageLeases, DEAD_AFTER_MS } from './support/killed-processes.ts';
import { readAllRows, type StoredRow } from './support/stored-texts.ts';
import { type Supervised, supervise } from './support/supervised.ts';

const EMAILS = extent('DELETION_FLOW_EMAILS', 300, 30_000);
const KILLS = extent('DELETION_FLOW_KILLS', 2, 40);
const DEADLINE_MS = 200_000 + 5 * EMAILS;
const CHECK_EVERY_MS = 100;
const FORGOTTEN_AFTER_MS = 1_200;
const OF_PROCESSES = ['worker_processes', 'recurring_work'];

describe('the deletion of an account whose worker dies', function () {
  this.timeout(DEADLINE_MS + 60_000);
  let postgres: ThrowawayCluster;
  let deps: WorkerDeps;
  let worker: Supervised;
  let accountId: string;
  let otherId: string;
  let before_: StoredRow[];
  let afterwards: StoredRow[];
  /** What the other account has written during the deletion. */
  const written = new Set<string>();

  before(async () => {
    postgres = await startPreparedCluster({ synchronous_commit: 'on' });
    const databaseUrl = await createDatabase(postgres.url);
    deps = await createWorkerDeps({ databaseUrl, redisUrl: undefined });
    const { database, ids } = deps;
    // The account of the operator is the oldest.
    await createAccount(database);
    otherId = await plant();
    const { id: domainId } = await createDomain(database, otherId);
    before_ = await readAllRows(database, OF_PROCESSES);
    accountId = await plant();
    const act = { actor: { type: 'operator' }, operation: 'ops delete-account', now: new Date() } as const;
    await requestDeletionAsOperator({ database, ids }, { ...act, accountId }, { isNow: true });
    worker = await supervise({
      command: ['workers/main.ts', 'audience'],
      environment: {
        NODE_ENV: 'test',
        DATABASE_URL: databaseUrl,
        REDIS_URL: '',
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      },
      // Each life does a few steps more.
      crashes: Array.from({ length: KILLS }, (_, life) =>
        life % 2 === 0 ? `walk-stepped:${1 + life}` : `walk-commit-sent:${1 + life}`,
      ),
    });
    while (!(await isOver())) {
      await recover();
      const { id } = await createEmail(database, otherId, { domainId });
      written.add(id);
      await delay(CHECK_EVERY_MS);
    }
    afterwards = await readAllRows(database, OF_PROCESSES);
  });

  after(async () => {
    await worker?.stop();
    if (deps) await closeWorkerDeps(deps);
    await postgres?.stop();
  });

  const query = (text: string, values: unknown[] = []) => deps.database.query(text, values);
  const isOver = async () => (await query('SELECT FROM account_deletions')).rowCount === 0;

  const plant = async () => {
    const { id } = await createAccount(deps.database);
    await fillAccount(deps.database, id);
    await growAccount(deps.database, id, EMAILS);
    return id;
  };

  /** What the tick and the sweeper do, and the minutes that a deletion waits. */
  const recover = async () => {
    const { database, queues } = deps;
    const { table, queue } = deletionWork;
    await ageLeases(database, 'audience', worker);
    const lost = await table.findLost(database, DEAD_AFTER_MS, 10);
    if (lost.length > 0) await table.reclaim(database, lost, new Date());
    await query(
      'UPDATE account_deletions SET next_attempt_at = now() WHERE claimed_by IS NULL AND next_attempt_at > now()',
    );
    const due = await table.markDue(database, new Date(), 10);
    const wokenBefore = new Date(Date.now() - FORGOTTEN_AFTER_MS);
    const forgotten = await table.markLostWakeUps(database, wokenBefore, 10, new Date());
    queues.wake(queue, [...due, ...forgotten]);
  };

  const textOf = (row: StoredRow) => JSON.stringify(row);
  const isWritten = ({ row }: StoredRow) =>
    [row['id'], row['email_id']].some((id) => written.has(id as string));

  it('is killed at a step in each life', () => {
    expect(worker.deaths()).to.be.at.least(2);
  });

  it('leaves no row of the account', () => {
    const had = new Set(before_.map(textOf));
    const more = afterwards.filter((row) => !had.has(textOf(row)) && !isWritten(row));
    // Events without an account, and people whom the objects of the tests made without a membership.
    const left = more.filter(({ table }) => table !== 'audit_events' && table !== 'people');
    expect(left.slice(0, 5)).to.deep.equal([]);
    expect(
      afterwards.filter((row) => textOf(row).includes(accountId)).map(({ table }) => table),
    ).to.deep.equal(Array(2).fill('audit_events'));
  });

  it('changes no row of another account', () => {
    const has = new Set(afterwards.map(textOf));
    const lost = before_.filter((row) => !has.has(textOf(row)));
    expect(lost.slice(0, 5)).to.deep.equal([]);
    expect(written.size).to.be.above(0);
    expect(before_.length).to.be.above(4 * EMAILS);
  });
});
