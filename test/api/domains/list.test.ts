// GET /domains (docs/reference/domains.md#the-domain-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { newRecordState } from '../../../shared/resources/messaging/domains/records/record-state.ts';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /domains', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Answers an empty list to an account without domains.', async () => {
    expect(await account.read('/domains')).to.deep.equal({ object: 'list', has_more: false, data: [] });
  });

  it('Lists each domain with every field of the table up to `contested`, except `object`.', async () => {
    const { id } = await createDomain(app.pool, account.accountId, {
      name: 'mail.fields.test',
      status: 'partially_verified',
      isDefault: true,
      receivingEnabled: true,
      trackingSubdomain: 'links',
    });
    await app.pool.query(
      `UPDATE domains SET created_at = '2026-01-02 03:04:05.678+02', updated_at = '2026-01-03 03:04:05+00',
         status_reason = 'claimed', region = 'eu-west-1' WHERE id = $1`,
      [id],
    );
    expect((await account.read('/domains')).data).to.deep.equal([
      {
        id,
        name: 'mail.fields.test',
        status: 'partially_verified',
        status_reason: 'claimed',
        region: 'eu-west-1',
        default: true,
        created_at: '2026-01-02T01:04:05.678Z',
        updated_at: '2026-01-03T03:04:05.000Z',
        audience_id: await defaultAudienceOf(app.pool, account.accountId),
        capabilities: { sending: 'enabled', receiving: 'enabled' },
        open_tracking: false,
        click_tracking: false,
        tls: 'opportunistic',
        custom_return_path: 'send',
        tracking_subdomain: 'links',
        default_from: null,
        provider: 'default',
        reputation: 'good',
        warm_up: null,
        checked_at: null,
        next_check_at: null,
        missing_records: [
          ['DKIM', 'TXT', 'ph1._domainkey.', true],
          ['SPF', 'MX', 'send.', true],
          ['SPF', 'TXT', 'send.', true],
          ['DMARC', 'TXT', '_dmarc.', false],
          ['Receiving', 'MX', '', true],
          ['Tracking', 'CNAME', 'links.', false],
        ].map(([record, type, label, required]) => ({
          record,
          type,
          name: `${label}mail.fields.test`,
          required,
          status: 'not_started',
          problem: null,
        })),
        vouched: false,
        contested: null,
      },
    ]);
  });

  it('Lists the domains with a part of a name, and those with a status.', async () => {
    const { read, accountId } = await createCaller(app);
    const add = (name: string, status: 'verified' | 'failed') =>
      createDomain(app.pool, accountId, { name, status });
    await add('mail.acme.dev', 'verified');
    await add('news.acme.dev', 'failed');
    await add('100_percent.dev', 'failed');
    const namesOf = async (query: string) =>
      (await read(`/domains?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await namesOf('q=ACME')).to.deep.equal(['news.acme.dev', 'mail.acme.dev']);
    expect(await namesOf('q=_')).to.deep.equal(['100_percent.dev']);
    expect(await namesOf('status=failed')).to.deep.equal(['100_percent.dev', 'news.acme.dev']);
    expect(await namesOf('status=failed&q=acme')).to.deep.equal(['news.acme.dev']);
  });

  it('Lists the domains about which something has to be done, or the others.', async () => {
    const { read, accountId } = await createCaller(app);
    const add = async (name: string, change = 'id = id') => {
      const { id } = await createDomain(app.pool, accountId, { name });
      await app.pool.query(`UPDATE domains SET ${change} WHERE id = $1`, [id]);
      return id;
    };
    const missing = JSON.stringify([newRecordState('DKIM ph1', 'temporary_failure', app.clock.now())]);
    const setRecords = (id: string) =>
      app.pool.query('UPDATE domain_checks SET records = $2 WHERE id = $1', [id, missing]);
    await add('fine.dev');
    await add('waits.dev', "status = 'pending'");
    await setRecords(await add('vouched.dev', 'is_vouched = true'));
    await add('failed.dev', "status = 'failed'");
    await add('half.dev', "status = 'partially_failed'");
    await add('refused.dev', "status = 'pending', status_reason = 'plan_limit_reached'");
    await add('paused.dev', "reputation = 'paused'");
    await setRecords(await add('vanished.dev'));
    await add('contested.dev');
    const other = await createDomain(app.pool, (await createCaller(app)).accountId, {
      name: 'contested.dev',
    });
    await app.pool.query(
      `INSERT INTO domain_claims (id, account_id, domain_id, name, region, status, proof, blocked_reason, created_at, expires_at)
       SELECT uuid_v7(now()), account_id, id, name, region, 'blocked', 'x', 'operator', now(), now() FROM domains WHERE id = $1`,
      [other.id],
    );
    const listed = async (needed: boolean) => (await read(`/domains?needs_attention=${needed}`)).data;
    const namesOf = (data: { name: string }[]) => data.map(({ name }) => name.split('.')[0]);
    const needing = await listed(true);
    expect(namesOf(needing)).to.deep.equal(
      ['failed', 'half', 'refused', 'paused', 'vanished', 'contested'].toReversed(),
    );
    expect(needing[0].contested).to.deep.equal({ until: null, reason: 'operator' });
    expect(namesOf(await listed(false))).to.deep.equal(['vouched', 'waits', 'fine']);
  });

  it('Rejects a filter of domains by an unknown status with validation_error 422.', async () => {
    for (const query of ['status=lost', 'status=', 'needs_attention=maybe', `q=${'a'.repeat(2_000)}`])
      expectError(await account.api.get(`/domains?${query}`), 422, 'validation_error');
  });

  describePaging(app, OPERATIONS.listDomains.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createDomain(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM domains WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createDomain(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
