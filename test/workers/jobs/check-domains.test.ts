// The job that checks domains: what it writes when something changed while it asked DNS, and when its process stops.
// What its checks find is in test/api/domains/verify.test.ts.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import type { Dns } from '../../../shared/platform/net/dns/answer.ts';
import { startChecks } from '../../../shared/resources/messaging/domains/checks/check-row.ts';
import { domainCheckWork } from '../../../shared/resources/messaging/domains/checks/work.ts';
import { deleteDomain } from '../../../shared/resources/messaging/domains/delete.ts';
import { mailHostOf } from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import { updateDomain } from '../../../shared/resources/messaging/domains/update.ts';
import { verifyDomain } from '../../../shared/resources/messaging/domains/verify.ts';
import { open as openCheckDomains } from '../../../workers/jobs/check-domains.ts';
import type { OpenJob, WorkerDeps } from '../../../workers/runtime/job.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { once } from '../support/started-worker.ts';
import { useAccountJob } from '../support/use-job.ts';

describe('The job that checks domains', () => {
  const test = useAccountJob();
  const { clock, query, row } = test;
  let deps: WorkerDeps;
  /** Runs while DNS is asked. */
  let whileAsking: () => Promise<unknown> = async () => {};
  before(() => {
    const answer = async () => {
      await whileAsking();
      return [{ server: null, answer: { kind: 'absent' } as const }];
    };
    const none = () => Promise.resolve({ kind: 'absent' } as const);
    const dns: Dns = {
      txt: none,
      mx: none,
      addresses: none,
      cname: none,
      ns: none,
      ptr: none,
      about: () => ({ txt: answer, mx: answer, cname: answer, caa: answer }),
    };
    deps = { ...test.deps, dns };
  });
  beforeEach(() => {
    whileAsking = async () => {};
  });

  const settling = () => ({ ...deps, mailHost: mailHostOf(deps.config) });
  const createPending = async () => {
    const { id } = await createDomain(test.pool, test.accountId, { status: 'not_started' });
    await verifyDomain(settling(), { accountId: test.accountId, id }, clock.now());
    return id;
  };
  const rowOf = (id: string) =>
    row('SELECT version, checked_at, next_attempt_at, claimed_by, records FROM domain_checks WHERE id = $1', [
      id,
    ]);
  const run = (job: OpenJob, ...ids: string[]) => job.handle({ ids }, deps);

  it('says how many domains it has claimed, and releases all of them', async () => {
    const ids = [await createPending(), await createPending()];
    expect(await run(openCheckDomains(deps, domainCheckWork), ...ids, randomUUID())).to.equal(
      '3 woken, 2 claimed, 1 held elsewhere',
    );
    for (const id of ids) expect((await rowOf(id)).claimed_by).to.equal(null);
  });

  it('writes nothing when the states were changed during the check, and the domain is due again', async () => {
    const id = await createPending();
    const changes = { settings: { receivingEnabled: true }, fixed: {} };
    whileAsking = once(() =>
      updateDomain(settling(), { accountId: test.accountId, id }, changes, clock.now()),
    );
    await run(openCheckDomains(deps, domainCheckWork), id);
    const { version, checked_at, next_attempt_at, claimed_by } = await rowOf(id);
    expect([checked_at, claimed_by]).to.deep.equal([null, null]);
    expect(next_attempt_at).to.deep.equal(clock.now());
    expect(version).to.be.greaterThan(1);
  });

  it('writes nothing when another worker has taken the domain over', async () => {
    const id = await createPending();
    const token = randomUUID();
    whileAsking = once(() => query('UPDATE domain_checks SET claim_token = $2 WHERE id = $1', [id, token]));
    await run(openCheckDomains(deps, domainCheckWork), id);
    expect((await rowOf(id)).checked_at).to.equal(null);
    await domainCheckWork.table.release(test.pool, [{ id, token, nextAttemptAt: null }]);
  });

  it('ends when the domain is deleted during the check, and when its row is all that is left of it', async () => {
    const deleted = await createPending();
    const gone = await createPending();
    whileAsking = once(() =>
      deleteDomain(settling(), { accountId: test.accountId, id: deleted }, clock.now()),
    );
    await run(openCheckDomains(deps, domainCheckWork), deleted);
    expect(await rowOf(deleted)).to.equal(undefined);
    await query('DELETE FROM domains WHERE id = $1', [gone]);
    await run(openCheckDomains(deps, domainCheckWork), gone);
    expect(await rowOf(gone)).to.include({ next_attempt_at: null, claimed_by: null });
  });

  it('releases domains at a stop whose check has not begun, and writes those that it has asked about', async () => {
    const job = openCheckDomains(deps, domainCheckWork);
    const ids = await Promise.all(Array.from({ length: 5 }, createPending));
    whileAsking = once(async () => job.drain?.());
    await run(job, ...ids);
    const rows = await query(
      `SELECT checked_at IS NOT NULL AS checked, next_attempt_at = $2 AS due, claimed_by FROM domain_checks
       WHERE id = ANY($1) ORDER BY checked_at`,
      [ids, clock.now()],
    );
    expect(rows).to.deep.equal([
      { checked: true, due: false, claimed_by: null },
      ...Array(4).fill({ checked: false, due: true, claimed_by: null }),
    ]);
  });

  it('checks a domain again that asks for it while it is checked', async () => {
    const id = await createPending();
    whileAsking = once(() =>
      transaction(deps.database, (client) => startChecks(client, deps.queues, [id], clock.now())),
    );
    await run(openCheckDomains(deps, domainCheckWork), id);
    expect((await rowOf(id)).checked_at).to.deep.equal(clock.now());
    expect(await domainCheckWork.table.markDue(test.pool, clock.now(), 1_000)).to.include(id);
    await run(openCheckDomains(deps, domainCheckWork), id);
    expect(await domainCheckWork.table.markDue(test.pool, clock.now(), 1_000)).not.to.include(id);
  });

  it('writes nothing when the domain was changed while it was read', async () => {
    const id = await createPending();
    const changes = { settings: { receivingEnabled: true }, fixed: {} };
    const change = once(() =>
      updateDomain(settling(), { accountId: test.accountId, id }, changes, clock.now()),
    );
    const { query: ask } = deps.database;
    const watched = Object.create(deps.database, {
      query: {
        async value(statement: { name?: string }, ...rest: unknown[]) {
          const result = await Reflect.apply(ask, deps.database, [statement, ...rest]);
          // The first statement that reads something of the domain.
          if (statement.name?.startsWith('find-do')) await change();
          return result;
        },
      },
    }) as WorkerDeps['database'];
    await run(openCheckDomains({ ...deps, database: watched }, domainCheckWork), id);
    const { checked_at, next_attempt_at, records } = await rowOf(id);
    expect([checked_at, next_attempt_at]).to.deep.equal([null, clock.now()]);
    expect(records.map(({ key }: { key: string }) => key)).to.include('Receiving MX');
  });
});
