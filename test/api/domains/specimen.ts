// Specimens of domains for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { makePaused, makeRecovering } from '../../support/factories/reputation-factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { useLiveDns } from './support/use-live-dns.ts';

const SETTINGS = {
  name: 'mail.acme.co.uk',
  region: 'eu-west-1',
  custom_return_path: 'bounces',
  open_tracking: true,
  click_tracking: false,
  tracking_subdomain: 'links',
};
const MORE = { capabilities: { sending: 'enabled', receiving: 'enabled' }, tls: 'enforced' };

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createDomain: { body: { ...SETTINGS, ...MORE } },
    listDomains: { query: { limit: '100', after: UNKNOWN_ID } },
    updateDomain: {
      body: {
        open_tracking: true,
        tracking_subdomain: 'links',
        default: true,
        warm_up: true,
        ...MORE,
        if_updated_at: '2026-11-20T12:00:00.000Z',
      },
    },
    startDomainClaim: { body: SETTINGS },
  },
  create: createDomain,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM domains WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for domains', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      for (const body of [{ ...SETTINGS, ...MORE }, { name: 'acme.dev' }]) {
        const created = await api.post('/domains').send(body);
        expectAnswer('createDomain', created.status, created.body);
        const updated = await api.patch(`/domains/${created.body.id}`).send({ default: true });
        expectAnswer('updateDomain', updated.status, updated.body);
      }
      const list = await api.get('/domains');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listDomains', list.status, list.body);
      for (const { id } of list.body.data) {
        const path = `/domains/${id}`;
        const read = {
          getDomain: await api.get(path),
          getDomainReputation: await api.get(`${path}/reputation`),
          getDomainUses: await api.get(`${path}/uses`),
          getDomainRecordsCsv: await api.get(`${path}/records-csv`),
          getDomainZoneFile: await api.get(`${path}/zone-file`),
          verifyDomain: await api.post(`${path}/verify`),
          rotateDomainDkim: await api.post(`${path}/dkim/rotate`),
          deleteDomain: await api.delete(path),
        };
        for (const operation of Object.keys(read) as (keyof typeof read)[])
          expectAnswer(operation, read[operation].status, read[operation].body);
      }
    });

    it('for domains that are paused, warm up and recover', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      const api = app.as(token);
      const { id } = await createDomain(app.pool, accountId, { isVouched: true });
      const states = [
        () => makePaused(app.pool, 'domains', id),
        () => makePaused(app.pool, 'domains', id, { cause: { kind: 'operator', reason: 'Spam' } }),
        () => makeRecovering(app.pool, 'domains', id, { capacity: 100 }),
      ];
      for (const make of states) {
        await make();
        for (const on of [true, false]) {
          const updated = await api.patch(`/domains/${id}`).send({ warm_up: on });
          expectAnswer('updateDomain', updated.status, updated.body);
          const read = await api.get(`/domains/${id}/reputation`);
          expectAnswer('getDomainReputation', read.status, read.body);
        }
      }
    });

    const live = useLiveDns();
    it('for what DNS has of a domain', async () => {
      for (const isPublished of [false, true]) {
        const domain = await live.addDomain();
        if (isPublished) domain.publish();
        const read = {
          checkDomainMx: await domain.get('mx-check'),
          getDomainDnsProvider: await domain.get('dns-provider'),
          getDomainCompliance: await domain.get('compliance'),
        };
        for (const operation of Object.keys(read) as (keyof typeof read)[])
          expectAnswer(operation, 200, read[operation]);
      }
    });

    it('for claims of domains', async () => {
      const other = await createApiKey(app.pool);
      await createDomain(app.pool, other.accountId, { name: 'claimed.dev' });
      const api = app.as((await createApiKey(app.pool)).token);
      for (const _ of ['new', 'the same']) {
        const started = await api.post('/domains/claim').send({ ...SETTINGS, name: 'claimed.dev' });
        expectAnswer('startDomainClaim', started.status, started.body);
      }
      const { body: list } = await api.get('/domains');
      const path = `/domains/${list.data[0].id}/claim`;
      const read = await api.get(path);
      expectAnswer('getDomainClaim', read.status, read.body);
      const verified = await api.post(`${path}/verify`);
      expectAnswer('verifyDomainClaim', verified.status, verified.body);
    });
  },
};
