// POST /domains (docs/reference/domains.md#post-domains).
import { expect } from 'chai';
import { DOMAINS_MAX, UNVERIFIED_DOMAINS_MAX } from '../../../shared/contract/limits.ts';
import { useApp } from '../../support/app.ts';
import { defaultAudienceOf } from '../../support/contact-factories.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories.ts';
import { insertMany } from '../../support/insert-many.ts';

const FREE = 2;
const AT_A_TIME = 6;

describe('POST /domains', function () {
  // Each domain has a new key.
  this.timeout(30_000);
  const app = useApp({ config: { mailHostname: 'mx.posthorn.dev', spfMechanisms: 'a:mx.posthorn.dev' } });
  let accountId: string;
  let api: ReturnType<typeof app.as>;
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    api = app.as(key.token);
  });
  const create = (body?: object) => api.post('/domains').send(body);
  const count = async () =>
    (await app.pool.query('SELECT FROM domains WHERE account_id = $1', [accountId])).rowCount;
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
      audience_id: await defaultAudienceOf(app.pool, accountId),
      vouched: false,
      checked_at: null,
      dmarc: { status: 'not_started', policy: null },
    });
    expect(records).to.have.length(6);
    expect((await api.get(`/domains/${id}`)).body).to.deep.equal(body);
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

  describe('Rejects a domain without a name with missing_required_field 422.', () => {
    for (const body of [undefined, {}, { name: null }, { name: '' }]) {
      it(JSON.stringify(body) ?? 'no body', async () => {
        expectError(await create(body), 422, 'missing_required_field');
      });
    }
  });

  describe('Rejects a domain with an invalid setting with validation_error 422 and names the field.', () => {
    for (const [field, value] of [
      ['region', 'x'.repeat(51)],
      ['region', 5],
      ['custom_return_path', ''],
      ['custom_return_path', 'a.b'],
      ['custom_return_path', '_dmarc'],
      ['custom_return_path', '-a'],
      ['custom_return_path', 'ä'],
      ['custom_return_path', 'a'.repeat(64)],
      ['tracking_subdomain', ''],
      ['tracking_subdomain', '_dmarc'],
      ['tracking_subdomain', 'a b'],
      ['capabilities', 'sending'],
      ['capabilities', []],
      ['capabilities.sending', true],
      ['capabilities.receiving', 'on'],
      ['open_tracking', 'true'],
      ['click_tracking', 1],
      ['tls', 'required'],
      ['tls', ''],
    ] as const) {
      it(`${field} ${JSON.stringify(value).slice(0, 20)}`, async () => {
        const [outer = '', inner] = field.split('.');
        const message = await refusalOf({ name: 'acme.dev', [outer]: inner ? { [inner]: value } : value });
        expect(message).to.include(`\`${field}\``);
        expect(await count()).to.equal(0);
      });
    }
  });

  it('Rejects a domain without any capability with validation_error 422.', async () => {
    const capabilities = { sending: 'disabled' };
    expect(await refusalOf({ name: newName(), capabilities })).to.include('`capabilities`');
    await create({ name: newName(), capabilities: { ...capabilities, receiving: 'enabled' } }).expect(201);
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
    expect(await count()).to.equal(1);
    const other = app.as((await createApiKey(app.pool)).token);
    await other.post('/domains').send({ name }).expect(201);
  });

  it('Adds up to 100 domains that are not verified per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(UNVERIFIED_DOMAINS_MAX).to.equal(100);
    await insertMany(app.pool, 'domains', [accountId], UNVERIFIED_DOMAINS_MAX - FREE);
    const made = Array.from({ length: AT_A_TIME }, () => create({ name: newName() }));
    const refused = (await Promise.all(made)).filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('100 domains that are not verified');
    expect(await count()).to.equal(UNVERIFIED_DOMAINS_MAX);
  });

  it('Adds up to 10,000 domains per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(DOMAINS_MAX).to.equal(10_000);
    await insertMany(app.pool, 'domains', [accountId], DOMAINS_MAX - FREE);
    const setStatus = (status: string) =>
      app.pool.query('UPDATE domains SET status = $2 WHERE account_id = $1', [accountId, status]);
    await setStatus('verified');
    const made = Array.from({ length: AT_A_TIME }, () => create({ name: newName() }));
    const refused = (await Promise.all(made)).filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 10000 domains');
    expect(await count()).to.equal(DOMAINS_MAX);
    // Other tests add names below the same domain.
    await app.pool.query('DELETE FROM domains WHERE account_id = $1', [accountId]);
  });

  it('Rejects a domain of an account with as many verified domains as its plan allows with plan_limit_reached 402.', async () => {
    const free = await createAccount(app.pool, { planId: 'free' });
    const { token } = await createApiKey(app.pool, { accountId: free.id });
    const add = (name: string) => app.as(token).post('/domains').send({ name });
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
