// The job that refreshes MTA-STS policies: with a real policy host, real DNS and rows in Postgres; time is moved.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { createPolicyFetch } from '../../../shared/resources/messaging/mta-sts/fetch-policy.ts';
import { createMtaSts } from '../../../shared/resources/messaging/mta-sts/mta-sts.ts';
import { mtaStsWork } from '../../../shared/resources/messaging/mta-sts/work.ts';
import { openRefresh } from '../../../workers/jobs/refresh-mta-sts.ts';
import type { OpenJob, WorkerDeps } from '../../../workers/runtime/job.ts';
import { DOMAIN, type PolicyHost, policyText, startPolicyHost } from '../../support/mta-sts/policy-host.ts';
import { useJob } from '../support/use-job.ts';

const RECORD = `_mta-sts.${DOMAIN}`;

describe('The job that refreshes MTA-STS policies', () => {
  const test = useJob();
  const { clock, row, query } = test;
  let host: PolicyHost;
  let deps: WorkerDeps;
  let job: OpenJob;
  beforeEach(async () => {
    await query('TRUNCATE mta_sts_policies');
    host = await startPolicyHost();
    deps = { ...test.deps, dns: host.deps.dns };
    job = openRefresh(deps, createPolicyFetch(host.deps, host.options));
  });
  afterEach(async () => {
    await job.drain?.();
    await host.close();
  });
  /** Mail goes to the domain. */
  const send = async () => {
    const mtaSts = createMtaSts({ ...host.deps, database: test.pool, clock }, host.options);
    const answer = await mtaSts.find(DOMAIN);
    await mtaSts.close();
    return answer;
  };
  const stored = () => row('SELECT * FROM mta_sts_policies');
  /** Moves the time to when the row is due, and runs the job. @returns how long that took */
  const runNext = async () => {
    const startedAt = clock.now().getTime();
    const { next_attempt_at } = await stored();
    clock.set(next_attempt_at);
    const ids = await mtaStsWork.table.markDue(test.pool, clock.now(), 10);
    expect(await job.handle({ ids }, deps)).to.equal('1 woken, 1 claimed');
    return next_attempt_at.getTime() - startedAt;
  };
  const leftMs = async () => (await stored()).expires_at.getTime() - clock.now().getTime();

  it('fetches a policy again in the last half of its life, before it ends', async () => {
    host.serve(policyText({ maxAge: String((6 * HOUR_MS) / 1_000) }));
    await send();
    for (let fetched = 2; fetched < 6; fetched += 1) {
      expect(await runNext()).to.be.within(3 * HOUR_MS, 6 * HOUR_MS);
      expect(host.asked).to.have.length(fetched);
      expect(await leftMs()).to.equal(6 * HOUR_MS);
    }
  });

  it('looks at the record of a long policy once a day at least, and fetches it when half of its life is over', async () => {
    await send();
    const startedAt = clock.now().getTime();
    while (host.asked.length === 1) {
      expect(await leftMs()).to.be.above(2 * DAY_MS);
      expect(await runNext()).to.be.within(DAY_MS / 2, DAY_MS);
    }
    expect(clock.now().getTime() - startedAt).to.be.within(3.5 * DAY_MS, 4.5 * DAY_MS);
    expect(await leftMs()).to.equal(7 * DAY_MS);
  });

  it('fetches a policy whose record is gone or unanswered, so that nothing but its host can end it', async () => {
    await send();
    for (const lose of [() => host.publish(), () => host.dns.fail('SERVFAIL', RECORD)]) {
      lose();
      const { length } = host.asked;
      while (host.asked.length === length) await runNext();
      expect(await leftMs()).to.equal(7 * DAY_MS);
    }
    expect(await stored()).to.include({ policy_id: '1', mode: 'enforce' });
  });

  it('keeps a policy whose refresh fails, and asks again after five minutes, then twice as long, up to a day', async () => {
    host.serve(policyText({ maxAge: String((30 * DAY_MS) / 1_000) }));
    await send();
    host.publish('2');
    host.serve((_, response) => void response.writeHead(503).end());
    await runNext();
    const waits: number[] = [];
    for (let failure = 1; failure < 12; failure += 1) waits.push(await runNext());
    const doubled = [5, 10, 20, 40, 80, 160, 320, 640, 1_280].map((minutes) => minutes * MINUTE_MS);
    expect(waits).to.deep.equal([...doubled, DAY_MS, DAY_MS]);
    expect(await stored()).to.include({
      mode: 'enforce',
      policy_id: '1',
      failures: 12,
      last_error: 'The policy host answered with status 503.',
    });
    host.dns.fail('SERVFAIL', RECORD);
    expect(await send()).to.have.property('kind', 'policy');
    host.dns.heal();
    host.serve(policyText());
    await runNext();
    expect(await stored()).to.include({ policy_id: '2', failures: 0, last_error: null });
  });

  it('fetches a policy whose first fetch has failed, and that of an expired one once DNS answers', async () => {
    host.serve('no policy');
    expect(await send()).to.have.property('kind', 'none');
    host.serve(policyText());
    expect(await runNext()).to.equal(5 * MINUTE_MS);
    expect(await send()).to.have.property('kind', 'policy');
    await query('UPDATE mta_sts_policies SET expires_at = $1', [clock.now()]);
    host.dns.fail('SERVFAIL', RECORD);
    await runNext();
    expect(await stored()).to.include({
      failures: 1,
      last_error: `DNS has no answer for ${RECORD} (servfail).`,
    });
    host.dns.heal();
    expect(await runNext()).to.equal(5 * MINUTE_MS);
    expect(await leftMs()).to.equal(7 * DAY_MS);
  });

  it('removes a policy that was not used for 30 days', async () => {
    await send();
    // A look comes twelve to twenty-four hours after another.
    for (let looks = 0; looks < 29; looks += 1) await runNext();
    await send();
    for (let looks = 0; looks < 29; looks += 1) await runNext();
    expect(await stored()).to.include({ mode: 'enforce' });
    for (let looks = 0; looks < 60 && (await stored()); looks += 1) await runNext();
    expect(await stored()).to.equal(undefined);
  });

  it('removes a row whose policy has expired, or was never there, and whose record is gone', async () => {
    for (const isExpired of [true, false]) {
      host.publish('1');
      host.serve(isExpired ? policyText({ maxAge: '0' }) : 'no policy');
      await send();
      host.publish();
      await runNext();
      expect(await stored()).to.equal(undefined);
    }
  });

  it('lets the rows be at a stop, due at once and without a failure', async () => {
    await send();
    host.publish('2');
    host.serve(() => void job.drain?.());
    await runNext();
    const { next_attempt_at, failures, claimed_by, policy_id } = await stored();
    expect([next_attempt_at, failures, claimed_by, policy_id]).to.deep.equal([clock.now(), 0, null, '1']);
  });
});
