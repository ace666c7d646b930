// How the MTA-STS policy of a domain is found: with real DNS, a real policy host and rows in Postgres; time is moved.
import { expect } from 'chai';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../../../shared/platform/time/durations.ts';
import { createMtaSts, type MtaSts } from '../../../../../shared/resources/messaging/mta-sts/mta-sts.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import {
  DOMAIN,
  type PolicyHost,
  policyText,
  startPolicyHost,
} from '../../../../support/mta-sts/policy-host.ts';
import { createTestClock } from '../../../../support/time/clock.ts';

const RECORD = `_mta-sts.${DOMAIN}`;
const NONE = { kind: 'none' };
const policyOf = (mode: string, ...mx: string[]) => ({
  kind: 'policy',
  policy: { mode, mx, maxAgeS: 604_800 },
});
const FIRST = policyOf('enforce', 'mx.acme.test');

describe('MTA-STS of a domain', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let host: PolicyHost;
  const processes: MtaSts[] = [];
  /** A process that knows nothing yet. */
  const startProcess = () => {
    const started = createMtaSts({ ...host.deps, database: database.pool, clock }, host.options);
    processes.push(started);
    return started;
  };
  const findFresh = (domain = DOMAIN) => startProcess().find(domain);
  const row = async () => (await database.pool.query('SELECT * FROM mta_sts_policies')).rows[0];
  beforeEach(async () => {
    await database.pool.query('TRUNCATE mta_sts_policies');
    host = await startPolicyHost();
  });
  afterEach(async () => {
    for (const each of processes.splice(0)) await each.close();
    await host.close();
  });

  it('is the policy that its host has, which all processes then know', async () => {
    expect(await findFresh()).to.deep.equal(FIRST);
    expect(await findFresh('ACME.test')).to.deep.equal(FIRST);
    expect(host.asked).to.have.length(1);
    const { fetched_at, expires_at } = await row();
    expect(fetched_at).to.deep.equal(clock.now());
    expect(expires_at.getTime() - fetched_at.getTime()).to.equal(7 * DAY_MS);
  });

  it('is none without a record, and stores nothing', async () => {
    host.publish();
    expect(await findFresh()).to.deep.equal(NONE);
    host.publish('not-an-id');
    expect(await findFresh()).to.deep.equal(NONE);
    expect([host.asked, await row()]).to.deep.equal([[], undefined]);
  });

  it('is none for what is no domain of the DNS, without a question', async () => {
    const long = [`${'a'.repeat(300)}.test`, `${'a.'.repeat(122)}acme.test`];
    for (const domain of ['', 'localhost', '[127.0.0.1]', '127.0.0.1', '[IPv6:::1]', 'a..b', ...long])
      expect(await findFresh(domain), domain).to.deep.equal(NONE);
    expect(host.dns.questions).to.deep.equal([]);
  });

  it('is asked for once by all that want to know it at a time, and kept for five minutes', async () => {
    const { find } = startProcess();
    const answers = await Promise.all(Array.from({ length: 20 }, () => find(DOMAIN)));
    expect(answers).to.deep.equal(Array(20).fill(FIRST));
    host.publish('2');
    host.serve(policyText({ mode: 'testing' }));
    clock.advance(5 * MINUTE_MS - 1);
    expect(await find(DOMAIN)).to.deep.equal(FIRST);
    expect(host.asked).to.have.length(1);
    expect(host.dns.questions.filter((each) => each === `TXT ${RECORD}`)).to.have.length(1);
    clock.advance(1);
    expect(await find(DOMAIN)).to.deep.equal(policyOf('testing', 'mx.acme.test'));
  });

  it('is the stored policy while the id is the same, and fetched again with another id', async () => {
    await findFresh();
    host.serve(policyText({ mx: ['*.acme.test'] }));
    clock.advance(6 * DAY_MS);
    expect(await findFresh()).to.deep.equal(FIRST);
    host.publish('2');
    expect(await findFresh()).to.deep.equal(policyOf('enforce', '*.acme.test'));
    expect(await row()).to.deep.include({ policy_id: '2', mx: ['*.acme.test'], fetched_at: clock.now() });
    expect(host.asked).to.have.length(2);
  });

  it('is unknown while DNS does not answer and no policy is stored, and asked again at once', async () => {
    host.dns.fail('SERVFAIL', RECORD);
    const { find } = startProcess();
    const reason = `DNS has no answer for ${RECORD} (servfail).`;
    expect(await find(DOMAIN)).to.deep.equal({ kind: 'unknown', reason });
    host.dns.heal();
    expect(await find(DOMAIN)).to.deep.equal(FIRST);
  });

  it('is the stored policy until it expires, while DNS does not answer or has no record any more', async () => {
    await findFresh();
    host.publish();
    clock.advance(7 * DAY_MS - 1);
    expect(await findFresh()).to.deep.equal(FIRST);
    host.publish('1');
    host.dns.fail('SERVFAIL', RECORD);
    expect(await findFresh()).to.deep.equal(FIRST);
    clock.advance(1);
    expect(await findFresh()).to.have.property('kind', 'unknown');
    host.dns.heal();
    host.publish();
    expect(await findFresh()).to.deep.equal(NONE);
  });

  it('stays in force when its new version cannot be fetched, which is tried again after five minutes', async () => {
    await findFresh();
    host.publish('2');
    host.serve('no policy');
    expect(await findFresh()).to.deep.equal(FIRST);
    host.serve(policyText({ mode: 'none' }));
    clock.advance(5 * MINUTE_MS - 1);
    expect(await findFresh()).to.deep.equal(FIRST);
    expect(await row()).to.include({ policy_id: '1', failures: 1 });
    clock.advance(1);
    expect(await findFresh()).to.deep.equal(NONE);
    expect(await findFresh()).to.deep.equal(NONE);
    expect(await row()).to.include({ mode: 'none', failures: 0, failed_at: null, last_error: null });
    expect(host.asked).to.have.length(3);
  });

  it('is none while its first fetch fails, which all processes remember for five minutes', async () => {
    host.serve((_, response) => void response.writeHead(404).end());
    expect(await findFresh()).to.deep.equal(NONE);
    host.serve(policyText());
    clock.advance(5 * MINUTE_MS - 1);
    expect(await findFresh()).to.deep.equal(NONE);
    expect(host.asked).to.have.length(1);
    clock.advance(1);
    expect(await findFresh()).to.deep.equal(FIRST);
  });

  it('is none with a max_age of 0, which is over at once, and a year at most with a larger one', async () => {
    host.serve(policyText({ maxAge: '0' }));
    expect(await findFresh()).to.deep.equal(NONE);
    const { next_attempt_at } = await row();
    expect(next_attempt_at.getTime() - clock.now().getTime()).to.be.within(DAY_MS / 2, DAY_MS);
    host.serve(policyText({ maxAge: '1000000000000' }));
    const policy = { ...FIRST.policy, maxAgeS: 31_557_600 };
    expect(await findFresh()).to.deep.equal({ kind: 'policy', policy });
  });

  it('is no longer kept in a process than the policy lives', async () => {
    host.serve(policyText({ maxAge: '60' }));
    const { find } = startProcess();
    await find(DOMAIN);
    host.serve('no policy');
    clock.advance(60 * SECOND_MS - 1);
    expect(await find(DOMAIN)).to.have.property('kind', 'policy');
    clock.advance(1);
    expect(await find(DOMAIN)).to.deep.equal(NONE);
  });

  it('is unknown at a stop, but for a stored policy', async () => {
    const stopped = startProcess();
    host.serve(() => void stopped.close());
    expect(await stopped.find(DOMAIN)).to.deep.equal({ kind: 'unknown', reason: 'The process stops.' });
    expect(await row()).to.equal(undefined);
  });

  it('is not replaced by what was fetched before it', async () => {
    const late = startProcess();
    host.serve(async (_, response) => {
      clock.advance(1);
      host.serve(policyText());
      await findFresh();
      response.setHeader('content-type', 'text/plain').end(policyText({ mode: 'testing' }));
    });
    expect(await late.find(DOMAIN)).to.deep.equal(policyOf('testing', 'mx.acme.test'));
    expect((await row()).mode).to.equal('enforce');
  });
});
