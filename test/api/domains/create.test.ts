// POST /domains (docs/reference/domains.md#post-domains).
import { expect } from 'chai';
import { DOMAINS_MAX, UNVERIFIED_DOMAINS_MAX } from '../../../shared/contract/limits.ts';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { insertMany } from '../../support/factories/insert-many.ts';

/** A record of the answer. */
interface Missing {
  record: string;
  type: string;
  name: string;
  required: boolean;
  status: string;
}

const FREE = 2;
const AT_A_TIME = 6;

describe('POST /domains', () => {
  // Each domain has a new key.
  const app = useApp({ config: { mailHostname: 'mx.posthorn.dev', spfMechanisms: 'a:mx.posthorn.dev' } });
  const account = useAccount(app);
  const create = (body?: object) => account.api.post('/domains').send(body);
  const refusalOf = async (body: object) => expectError(await create(body), 422, 'validation_error');
  let names = 0;
  /** A name that no other test uses. */
  const newName = () => {
    names += 1;
    return `new${names}.dev`;
  };

  it('Adds a domain with the given settings and answers 201 with its record, which is not_started.', async () => {
    const settings = {
      name: 'mail.acme.co.uk',
      region: 'eu-west-1',
      custom_return_path: 'bounces',
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      open_tracking: true,
      click_tracking: true,
      tls: 'enforced',
      tracking_subdomain: 'links',
      default_from: 'Acme <hello@mail.acme.co.uk>',
    };
    const { status, body } = await create({ ...settings, custom_return_path: 'Bounces' });
    const { id, records, ...rest } = body;
    const now = app.clock.now().toISOString();
    expect(status).to.equal(201);
    expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(rest).to.deep.equal({
      object: 'domain',
      ...settings,
      status: 'not_started',
      status_reason: null,
      default: false,
      created_at: now,
      updated_at: now,
      audience_id: await defaultAudienceOf(app.pool, account.accountId),
      provider: 'default',
      reputation: 'good',
      warm_up: null,
      checked_at: null,
      next_check_at: null,
      missing_records: records.map(({ record, type, name, required, status: state }: Missing) => ({
        record,
        type,
        name,
        required,
        status: state,
        problem: null,
      })),
      contested: null,
      claim: null,
      vouched: false,
      tracking_host: new URL(app.deps.config.publicUrl).hostname,
      dmarc: { status: 'not_started', policy: null },
    });
    expect(records).to.have.length(6);
    expect(await account.read(`/domains/${id}`)).to.deep.equal(body);
  });

  it('Adds a domain that only sends, with the return path `send`, unless the request says otherwise.', async () => {
    const nothing = {
      region: null,
      custom_return_path: null,
      capabilities: null,
      open_tracking: null,
      click_tracking: null,
      tls: null,
      tracking_subdomain: null,
    };
    for (const body of [{}, nothing, { region: '', capabilities: { sending: null } }]) {
      const made = (await create({ name: newName(), ...body }).expect(201)).body;
      expect(made).to.deep.include({
        region: 'self-hosted',
        custom_return_path: 'send',
        capabilities: { sending: 'enabled', receiving: 'disabled' },
        open_tracking: false,
        click_tracking: false,
        tls: 'opportunistic',
        tracking_subdomain: null,
      });
    }
  });

  it('Rejects a tracking_subdomain that is the custom_return_path, and a label that makes the name of a record too long, with validation_error 422.', async () => {
    const name = newName();
    expect(await refusalOf({ name, tracking_subdomain: 'SEND' })).to.include('must not be the same');
    const long = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(34)}.dev`;
    for (const field of ['custom_return_path', 'tracking_subdomain']) {
      const message = await refusalOf({ name: long, [field]: 'x'.repeat(23) });
      expect(message).to.match(new RegExp(`^\`${field}\` must have up to 22 characters`));
    }
    await create({ name: `a${long.slice(1)}`, custom_return_path: 'x'.repeat(22) }).expect(201);
  });

  it('Rejects a name that the account has already with validation_error 422, which names the id of that domain, also when two requests come at the same time.', async () => {
    const name = newName();
    const answers = await Promise.all([create({ name }), create({ name: `${name.toUpperCase()}.` })]);
    const { id } = answers.find(({ status }) => status === 201)?.body ?? expect.fail('None was added.');
    const refused = answers.find(({ status }) => status !== 201) ?? expect.fail('Both were added.');
    expect(expectError(refused, 422, 'validation_error')).to.equal(
      `The account has the domain ${name} already: ${id}.`,
    );
    expect(await account.count('domains')).to.equal(1);
    await (await createCaller(app)).make('/domains', { name });
  });

  it('Adds up to 100 domains that are not verified per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(UNVERIFIED_DOMAINS_MAX).to.equal(100);
    await insertMany(app.pool, 'domains', [account.accountId], UNVERIFIED_DOMAINS_MAX - FREE);
    const made = Array.from({ length: AT_A_TIME }, () => create({ name: newName() }));
    const refused = (await Promise.all(made)).filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('100 domains that are not verified');
    expect(await account.count('domains')).to.equal(UNVERIFIED_DOMAINS_MAX);
  });

  it('Adds up to 10,000 domains per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(DOMAINS_MAX).to.equal(10_000);
    await insertMany(app.pool, 'domains', [account.accountId], DOMAINS_MAX - FREE);
    const setStatus = (status: string) =>
      app.pool.query('UPDATE domains SET status = $2 WHERE account_id = $1', [account.accountId, status]);
    await setStatus('verified');
    const made = Array.from({ length: AT_A_TIME }, () => create({ name: newName() }));
    const refused = (await Promise.all(made)).filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 10000 domains');
    expect(await account.count('domains')).to.equal(DOMAINS_MAX);
    // Other tests add names below the same domain.
    await app.pool.query('DELETE FROM domains WHERE account_id = $1', [account.accountId]);
  });

  it('Rejects a domain of an account with as many verified domains as its plan allows with plan_limit_reached 402.', async () => {
    const free = await createCaller(app, { planId: 'free' });
    const add = (name: string) => free.api.post('/domains').send({ name });
    const { body } = await add(newName()).expect(201);
    await add(newName()).expect(201);
    await app.pool.query(`UPDATE domains SET status = 'partially_failed' WHERE id = $1`, [body.id]);
    expect(expectError(await add(newName()), 402, 'plan_limit_reached')).to.include('1 verified domain');
    expectError(await add('example.com'), 422, 'validation_error');
    expectError(await add(body.name), 422, 'validation_error');
  });

  it('Rejects a name that another account has verified, and its parents and subdomains, with domain_conflict 409.', async () => {
    const other = await createAccount(app.pool);
    for (const status of ['verified', 'partially_verified', 'partially_failed'] as const) {
      const name = newName();
      await createDomain(app.pool, other.id, { name: `mail.${name}`, status });
      for (const wanted of [`mail.${name}`, name, `a.b.mail.${name}`])
        expect(expectError(await create({ name: wanted }), 409, 'domain_conflict')).to.include(wanted);
      await create({ name: `other.${name}` }).expect(201);
    }
    for (const status of ['not_started', 'pending', 'failed'] as const) {
      const { name } = await createDomain(app.pool, other.id, { name: newName(), status });
      await create({ name }).expect(201);
    }
  });
});
