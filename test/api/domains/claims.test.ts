// POST /domains/claim, GET /domains/:id/claim, POST /domains/:id/claim/verify (docs/reference/domain-claims.md).
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { type Caller, createCaller, useAccount } from '../../support/api/account.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { useClaims } from './support/use-claims.ts';

/** Names that no other test file has. */
let numbered = 0;
const newName = () => {
  numbered += 1;
  return `mail.claimed${numbered}.dev`;
};

describe('the start of a claim', () => {
  const claims = useClaims();
  const { app } = claims;
  /** A name that another account has verified. */
  const takenName = async (name = newName()) => {
    const owner = await createDomain(app.pool, (await createAccount(app.pool)).id, { name });
    return owner.name;
  };
  const account = useAccount(app);
  const start = (body: object, { api }: Caller = account) => api.post('/domains/claim').send(body);
  const refusalOf = async (name: string) => {
    const answer = await start({ name });
    expect(answer.status, name).to.equal(422);
    return expectError(answer, 422, 'validation_error');
  };
  const counts = async ({ count }: Caller = account) => ({
    domains: await count('domains'),
    claims: await count('domain_claims'),
  });

  it('Starts a claim of a name that another account has verified, and answers 201 with the TXT record that proves it.', async () => {
    const name = await takenName();
    const { status, body } = await start({ name: ` ${name.toUpperCase()}. ` });
    expect(status).to.equal(201);
    const { id, domain_id, record, created_at, expires_at, ...rest } = body;
    expect(rest).to.deep.equal({
      object: 'domain_claim',
      name,
      status: 'pending',
      region: 'self-hosted',
      blocked_reason: null,
      blocked_until: null,
      failure_reason: null,
    });
    expect(record).to.deep.include({ type: 'TXT', name, ttl: 'Auto' });
    expect(record.value).to.match(/^posthorn-domain-verification=[0-9a-f]{32}$/);
    expect(created_at).to.equal(app.clock.now().toISOString());
    expect(Date.parse(expires_at) - Date.parse(created_at)).to.equal(7 * DAY_MS);
    expect(await account.read(`/domains/${domain_id}/claim`)).to.deep.equal(body);
    expect(id).not.to.equal(domain_id);
    expect(await account.read(`/domains/${domain_id}`)).to.deep.include({ claim: { id, status: 'pending' } });
  });

  it("Creates the account's own domain of a claimed name with the settings of the claim, and announces it as domain.created.", async () => {
    const name = await takenName();
    const announced = await account.listen('domain.*');
    const settings = {
      region: 'eu-west-1',
      custom_return_path: 'bounce',
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'links',
    };
    const { body } = await start({ name, ...settings });
    const domain = await account.read(`/domains/${body.domain_id}`);
    expect(domain).to.deep.include({ name, status: 'not_started', ...settings });
    expect(body.region).to.equal('eu-west-1');
    const [created, ...others] = await announced();
    expect(others).to.deep.equal([]);
    expect(created).to.have.property('type', 'domain.created');
    expect(created?.data).to.include({ id: body.domain_id, name });
  });

  it("Uses the account's own unverified domain of a claimed name and leaves its settings unchanged.", async () => {
    const name = newName();
    const own = (await account.api.post('/domains').send({ name, custom_return_path: 'own' })).body;
    await takenName(name);
    const { status, body } = await start({ name, custom_return_path: 'other', region: 'sa-east-1' });
    expect(status).to.equal(201);
    expect(body).to.include({ domain_id: own.id, region: own.region });
    const shown = await account.read(`/domains/${own.id}`);
    expect({ ...shown, next_check_at: null, claim: null }).to.deep.equal(own);
  });

  it('Starts a claim where another account has verified only a parent or a subdomain of the name.', async () => {
    const parent = await takenName();
    expect((await start({ name: `below.${parent}` })).status).to.equal(201);
    const subdomain = await takenName();
    expect((await start({ name: subdomain.replace('mail.', '') })).status).to.equal(201);
  });

  it("Answers the account's open claim of the same name with 200, also to requests that come at the same time.", async () => {
    const name = await takenName();
    const together = await Promise.all(Array.from({ length: 8 }, () => start({ name })));
    expect(together.map(({ status }) => status).sort()).to.deep.equal([...Array(7).fill(200), 201]);
    const later = await start({ name, region: 'eu-west-1' });
    expect(later.status).to.equal(200);
    for (const { body } of together) expect(body).to.deep.equal(later.body);
    expect(await counts()).to.deep.equal({ domains: 1, claims: 1 });
  });

  it('Starts a new claim with another record once the last one of the name has ended.', async () => {
    const first = await claims.claim(await takenName(), account);
    app.clock.advance(7 * DAY_MS);
    const second = await start({ name: first.name });
    expect(second.status).to.equal(201);
    expect(second.body).to.include({ domain_id: first.domainId, status: 'pending' });
    expect(second.body.record.value).not.to.equal(first.proof);
    const { rows } = await app.pool.query('SELECT status FROM domain_claims WHERE id = $1', [first.id]);
    expect(rows).to.deep.equal([{ status: 'expired' }]);
  });

  it('Lets several accounts claim the same name.', async () => {
    const name = await takenName();
    const one = await claims.claim(name);
    const another = await claims.claim(name);
    expect([await one.state(), await another.state()]).to.deep.equal(['pending', 'pending']);
    expect(one.proof).not.to.equal(another.proof);
  });

  it('Rejects a claim of a name that conflicts with no other account with validation_error 422.', async () => {
    const free = newName();
    expect(await refusalOf(free)).to.contain('POST /domains.');
    // A name that another account has added and not verified is free too.
    await createDomain(app.pool, (await createAccount(app.pool)).id, { name: free, status: 'pending' });
    await refusalOf(free);
    expect(await counts()).to.deep.equal({ domains: 0, claims: 0 });
    const { body: own } = await account.api.post('/domains').send({ name: free });
    expect(await refusalOf(free)).to.contain(`/domains/${own.id}/verify`);
  });

  it('Rejects a claim of a name that the account has verified itself with validation_error 422.', async () => {
    const { id, name } = await createDomain(app.pool, account.accountId, { name: newName() });
    expect(await refusalOf(name)).to.contain(id);
  });

  it('Rejects a claim of a name that no account can have with validation_error 422, and stores nothing.', async () => {
    for (const name of [
      'dev',
      'co.uk',
      'github.io',
      'localhost',
      '192.0.2.1',
      '[::1]',
      'example.com',
      'simulator.test',
      'a.simulator.test',
      'posthorn.dev',
      'mail.posthorn.dev',
      '__proto__',
      'a b.dev',
      `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.dev`,
    ])
      expect(await refusalOf(name), name).to.contain('name');
    expect(await counts()).to.deep.equal({ domains: 0, claims: 0 });
  });

  it("Refuses a claim that would exceed the plan's verified domains with plan_limit_reached 402, and stores nothing.", async () => {
    const name = await takenName();
    const free = await createCaller(app, { planId: 'free' });
    await createDomain(app.pool, free.accountId, { name: newName() });
    expectError(await start({ name }, free), 402, 'plan_limit_reached');
    expect(await counts(free)).to.deep.equal({ domains: 1, claims: 0 });
  });
});

describe('the check of a claim', () => {
  const claims = useClaims();
  const { app } = claims;

  it('Answers the newest claim of a domain.', async () => {
    const owner = await claims.addVerified();
    const by = await createCaller(app);
    const first = await claims.claim(owner.name, by);
    app.clock.advance(7 * DAY_MS);
    await claims.checkDue();
    expect(await first.get()).to.include({ id: first.id, status: 'expired' });
    const second = await claims.claim(owner.name, by);
    expect(await first.get()).to.include({ id: second.id, status: 'pending' });
  });

  it('Answers not_found 404 for the claim of a domain that has none, that was deleted, or that another account has.', async () => {
    const owner = await claims.addVerified();
    const claim = await claims.claim(owner.name);
    const deleted = await claims.claim(owner.name);
    await deleted.api.delete(`/domains/${deleted.domainId}`);
    for (const id of [owner.id, claim.domainId, deleted.domainId, UNKNOWN_ID, claim.id, 'claim'])
      for (const answer of [
        await owner.api.get(`/domains/${id}/claim`),
        await owner.api.post(`/domains/${id}/claim/verify`),
      ])
        expectError(answer, 404, 'not_found');
    expectError(await deleted.api.get(`/domains/${deleted.domainId}/claim`), 404, 'not_found');
    expect(await claim.state()).to.equal('pending');
  });

  it('Looks the record of a claim up when its check is asked for, then each minute for an hour, then hourly.', async () => {
    const { name } = await createDomain(app.pool, (await createAccount(app.pool)).id, {
      name: 'often.acme.dev',
    });
    const claim = await claims.claim(name);
    const dueIn = async () => {
      const { rows } = await app.pool.query('SELECT next_attempt_at FROM domain_checks WHERE id = $1', [
        claim.domainId,
      ]);
      return rows[0].next_attempt_at.getTime() - app.clock.now().getTime();
    };
    await claims.checkDue();
    expect(await dueIn()).to.equal(7 * DAY_MS);
    app.clock.advance(HOUR_MS);
    const asked = () => claims.dns().questions.filter((question) => question === `TXT ${name}`).length;
    const before = asked();
    await claim.check();
    expect(asked()).to.equal(before + 1);
    const waits: number[] = [];
    for (let checks = 0; checks < 63; checks += 1) {
      const wait = await dueIn();
      waits.push(wait);
      app.clock.advance(wait);
      await claims.checkDue();
    }
    expect(waits).to.deep.equal([...Array(60).fill(MINUTE_MS), ...Array(3).fill(HOUR_MS)]);
    expect(asked()).to.equal(before + 64);
  });

  it('Leaves the domain of a claim not_started while only the claim is checked.', async () => {
    const owner = await claims.addVerified();
    const claim = await claims.claim(owner.name);
    await claim.prove();
    const { status, records } = await claim.domain();
    expect(status).to.equal('not_started');
    expect(new Set(records.map((record: { status: string }) => record.status))).to.deep.equal(
      new Set(['not_started']),
    );
  });

  it('Answers a completed claim unchanged when its check is asked for.', async () => {
    const owner = await claims.addVerified();
    const claim = await claims.claim(`below.${owner.name}`);
    await claim.prove();
    const completed = await claim.get();
    expect(completed.status).to.equal('completed');
    const { status, body } = await claim.verify();
    expect({ status, body }).to.deep.equal({ status: 200, body: completed });
  });

  it('Rejects the check of a claim that has ended without being completed with validation_error 422.', async () => {
    const owner = await claims.addVerified();
    const claim = await claims.claim(owner.name);
    app.clock.advance(7 * DAY_MS);
    // Before and after the check that ends it.
    expect(expectError(await claim.verify(), 422, 'validation_error')).to.contain('expired');
    await claims.checkDue();
    expect(expectError(await claim.verify(), 422, 'validation_error')).to.contain('POST /domains/claim');
    expect(await claim.state()).to.equal('expired');
  });
});
