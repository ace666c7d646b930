// The verbs of `npm run ops` for requests for production access, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createAccessRequest } from '../../shared/resources/foundation/accounts/access-requests/create.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { createPerson } from '../support/factories/people-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const USE = { website: 'https://acme.dev', useCase: 'Receipts of our shop.', monthlyVolume: 20_000 };

describe('ops, of requests for production access', () => {
  const database = useDatabase();
  const ops = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url });
  beforeEach(() => database.pool.query('DELETE FROM account_access_requests'));

  const createRequest = async (name = 'Acme') => {
    const { id: accountId } = await createAccount(database.pool, {
      name,
      planId: 'free',
      productionAccess: false,
    });
    const { id: personId, email } = await createPerson(database.pool);
    const deps = { database: database.pool, ids: factoryIds };
    const actor = { type: 'person', id: personId } as const;
    const act = { accountId, actor, operation: 'requestProductionAccess', now: new Date() };
    const { id } = await createAccessRequest(deps, { act, use: USE });
    return { id, accountId, email };
  };
  const requestsOf = async (accountId: string) => {
    const { rows } = await database.pool.query(
      'SELECT status, reason, decided_at IS NOT NULL AS "isDecided" FROM account_access_requests WHERE account_id = $1',
      [accountId],
    );
    return rows;
  };
  const hasAccess = async (accountId: string) => {
    const { rows } = await database.pool.query('SELECT production_access FROM accounts WHERE id = $1', [
      accountId,
    ]);
    return rows[0].production_access;
  };

  it('list-access-requests lists the pending ones, the oldest first, with account, plan and person', async () => {
    const older = await createRequest('Older');
    const newer = await createRequest('Newer');
    const decided = await createRequest();
    await ops('deny-production-access', decided.accountId);
    const { data } = expectDone(await ops('list-access-requests')) as { data: Record<string, unknown>[] };
    expect(data.map(({ id }) => id)).to.deep.equal([older.id, newer.id]);
    expect(data[0]).to.include({
      object: 'production_access_request',
      account_id: older.accountId,
      account_name: 'Older',
      plan: 'free',
      requested_by: older.email,
      website: USE.website,
      use_case: USE.useCase,
      monthly_volume: USE.monthlyVolume,
      status: 'pending',
    });
    const first = expectDone(await ops('list-access-requests', '--limit', '1')) as { data: unknown[] };
    expect(first.data).to.deep.equal([data[0]]);
    expectRefused(await ops('list-access-requests', '--limit', '0'), 2);
  });

  it('deny-production-access denies the pending request with a reason, and gives no access', async () => {
    const { id, accountId } = await createRequest();
    const other = await createRequest();
    const denied = expectDone(await ops('deny-production-access', accountId, '--reason', ' No website. '));
    expect(denied).to.include({ id, status: 'denied', reason: 'No website.' });
    expect(await requestsOf(accountId)).to.deep.equal([
      { status: 'denied', reason: 'No website.', isDecided: true },
    ]);
    expect(await hasAccess(accountId)).to.equal(false);
    expect(await requestsOf(other.accountId)).to.deep.include({
      status: 'pending',
      reason: null,
      isDecided: false,
    });
  });

  it('deny-production-access refuses an account without a pending request, and leaves no audit event', async () => {
    const { accountId } = await createRequest();
    expectDone(await ops('deny-production-access', accountId));
    const { rows: before } = await database.pool.query('SELECT count(*) FROM audit_events');
    expect(expectRefused(await ops('deny-production-access', accountId), 1)).to.include('no pending request');
    expect(expectRefused(await ops('deny-production-access', 'acme'), 1)).to.equal(
      'There is no account acme.',
    );
    expectRefused(await ops('deny-production-access', accountId, '--reason', ''), 2);
    const { rows: after } = await database.pool.query('SELECT count(*) FROM audit_events');
    expect(after).to.deep.equal(before);
  });

  it('grant-production-access grants the pending request, and revoke-production-access does not change it', async () => {
    const { accountId } = await createRequest();
    expectDone(await ops('grant-production-access', accountId));
    expect(await hasAccess(accountId)).to.equal(true);
    expectDone(await ops('revoke-production-access', accountId));
    expect(await requestsOf(accountId)).to.deep.equal([{ status: 'granted', reason: null, isDecided: true }]);
  });
});
