// PATCH /domains/:id (docs/reference/domains.md#patch-domainsid), and the webhooks of domains.
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import type { Announcement } from '../../support/api/announced-events.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';

const CAPABILITIES = { sending: 'enabled', receiving: 'disabled' };

describe('PATCH /domains/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  let announced: () => Promise<Announcement[]>;
  let id: string;
  let created: Record<string, unknown>;
  beforeEach(async () => {
    announced = await account.listen('domain.*');
    created = (await account.api.post('/domains').send({ name: 'acme.dev' }).expect(201)).body;
    id = String(created['id']);
    app.clock.advance(1_000);
  });
  const get = () => account.read(`/domains/${id}`);
  const patch = (body?: object) => account.api.patch(`/domains/${id}`).send(body);
  const recordsOf = (body: Record<string, unknown>) =>
    (body['records'] as { record: string; name: string; status: string }[]).map(
      ({ record, name, status }) => `${record} ${name} ${status}`,
    );

  it('Changes the given settings of a domain and leaves the others unchanged.', async () => {
    const changes = [
      { open_tracking: true },
      { click_tracking: true },
      { tls: 'enforced' },
      { default: true },
    ];
    const all = { open_tracking: false, click_tracking: false, tls: 'opportunistic', default: false };
    let expected = created;
    for (const change of [...changes, all]) {
      app.clock.advance(1_000);
      expected = { ...expected, ...change, updated_at: app.clock.now().toISOString() };
      const { status, body } = await patch(change);
      expect([status, body]).to.deep.equal([200, expected]);
      expect(await get()).to.deep.equal(expected);
    }
  });

  it('Adds the records that a new setting of a domain needs, and removes those that it no longer needs.', async () => {
    const before = recordsOf(created);
    const { body } = await patch({ capabilities: { receiving: 'enabled' }, tracking_subdomain: 'Links' });
    expect(body.capabilities).to.deep.equal({ sending: 'enabled', receiving: 'enabled' });
    expect(body.tracking_subdomain).to.equal('links');
    const added = ['Receiving acme.dev not_started', 'Tracking links.acme.dev not_started'];
    expect(recordsOf(body)).to.deep.equal([...before, ...added]);
    const { body: receiving } = await patch({ capabilities: { sending: 'disabled' } });
    expect(recordsOf(receiving)).to.deep.equal(added);
    expect(await get()).to.deep.equal(receiving);
  });

  it('Makes a domain the default one in place of another, and with `default: false` leaves the account without one.', async () => {
    const other = await createDomain(app.pool, account.accountId, { isDefault: true });
    const foreign = await createDomain(app.pool, (await createApiKey(app.pool)).accountId, {
      isDefault: true,
    });
    const defaults = async () => {
      const { rows } = await app.pool.query('SELECT id FROM domains WHERE is_default ORDER BY id');
      return rows.map((row) => row.id).filter((each) => [id, other.id, foreign.id].includes(each));
    };
    expect((await patch({ default: true })).body.default).to.equal(true);
    expect(await defaults()).to.have.members([id, foreign.id]);
    await Promise.all([
      account.api.patch(`/domains/${other.id}`).send({ default: true }).expect(200),
      patch({ default: false }).expect(200),
    ]);
    expect(await defaults()).to.have.members([other.id, foreign.id]);
    await account.api.patch(`/domains/${other.id}`).send({ default: false }).expect(200);
    expect(await defaults()).to.deep.equal([foreign.id]);
  });

  it('Removes the tracking subdomain of a domain when it is null.', async () => {
    await patch({ tracking_subdomain: 'links' }).expect(200);
    const { body } = await patch({ tracking_subdomain: null });
    expect(body.tracking_subdomain).to.equal(null);
    expect(recordsOf(body)).to.deep.equal(recordsOf(created));
  });

  it('Changes nothing in a domain, not even `updated_at`, when no setting has another value.', async () => {
    const same = {
      open_tracking: false,
      click_tracking: false,
      tls: 'opportunistic',
      capabilities: CAPABILITIES,
      tracking_subdomain: null,
      default: false,
      warm_up: false,
    };
    for (const body of [undefined, {}, { colour: 'blue' }, { capabilities: {} }, same])
      expect((await patch(body)).body).to.deep.equal(created);
    expect(await get()).to.deep.equal(created);
  });

  it('Accepts the present name, region and custom_return_path in a change of a domain and rejects others with validation_error 422.', async () => {
    for (const [field, other] of [
      ['name', 'other.dev'],
      ['name', 'not a name'],
      ['region', 'eu-west-1'],
      ['custom_return_path', 'bounces'],
    ] as const) {
      const answer = await patch({ open_tracking: true, [field]: other });
      expect(expectError(answer, 422, 'validation_error')).to.equal(`\`${field}\` cannot be changed.`);
    }
    expect(await get()).to.deep.equal(created);
    const present = { name: ' ACME.dev. ', region: 'self-hosted', custom_return_path: 'SEND' };
    expect((await patch({ ...present, open_tracking: true })).body.open_tracking).to.equal(true);
  });

  it("Ignores an `id` in the body of a change of a domain, which Resend's SDK sends.", async () => {
    for (const other of [id, 'none', null])
      expect((await patch({ id: other, tls: 'enforced' })).body).to.include({ id, tls: 'enforced' });
  });

  describe('Webhooks of domains', () => {
    const dataOf = (domain: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        ['id', 'name', 'status', 'region', 'created_at', 'reputation', 'records'].map((field) => [
          field,
          domain[field],
        ]),
      );

    it('Announces a domain that is created, changed or deleted, with its DNS records in `data`.', async () => {
      const flagged = (await patch({ open_tracking: true })).body;
      app.clock.advance(1_000);
      const grown = (await patch({ tracking_subdomain: 'links' })).body;
      app.clock.advance(1_000);
      await account.api.delete(`/domains/${id}`).expect(200);
      expect(await announced()).to.deep.equal([
        { type: 'domain.created', data: dataOf(created) },
        { type: 'domain.updated', data: dataOf(flagged) },
        { type: 'domain.updated', data: dataOf(grown) },
        { type: 'domain.deleted', data: dataOf(grown) },
      ]);
      expect(grown.records).to.have.length(5);
    });

    it('Announces no change of a domain that changes nothing.', async () => {
      const before = await announced();
      await patch({ tls: 'opportunistic', default: false }).expect(200);
      await patch({ open_tracking: true, tracking_subdomain: 'send' }).expect(422);
      await account.api.post('/domains').send({ name: 'acme.dev' }).expect(422);
      expect(await announced()).to.deep.equal(before);
    });
  });
});
