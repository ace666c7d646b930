// POST /account/production-access (docs/reference/account.md#production-access).
import { expect } from 'chai';
import { runCommand } from '../../../ops/run-command.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createConfirmingAccount } from './confirming.ts';
import { INTENDED_USE } from './specimen.ts';

const PATH = '/account/production-access';
const AT_A_TIME = 8;

describe('POST /account/production-access', () => {
  const app = useApp();
  const account = useEach(() => createConfirmingAccount(app));
  const ask = (fields: object = {}) => account.api.post(PATH).send({ ...INTENDED_USE, ...fields });
  const read = async () => (await account.api.get('/account')).body;
  const countRequests = async () => {
    const sql = 'SELECT FROM account_access_requests WHERE account_id = $1';
    return (await app.pool.query(sql, [account.accountId])).rowCount;
  };
  const ops = async (...args: string[]) => {
    const { code, stderr } = await runCommand(args, { DATABASE_URL: app.deps.config.databaseUrl });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  };

  it('Stores a request for production access and answers 201 with it; the account shows it.', async () => {
    const from = app.logLines.length;
    const { status, body } = await ask({ use_case: ` ${INTENDED_USE.use_case}\n\nAnd <b>more</b>. ` });
    const { object, id, ...request } = body;
    expect([status, object]).to.deep.equal([201, 'production_access_request']);
    expect(request).to.deep.equal({
      ...INTENDED_USE,
      use_case: `${INTENDED_USE.use_case}\n\nAnd <b>more</b>.`,
      status: 'pending',
      reason: null,
      created_at: app.clock.now().toISOString(),
      decided_at: null,
    });
    expect(await read()).to.deep.include({
      production_access: false,
      production_access_request: { id, ...request },
    });
    const line = app.logLines.slice(from).find(({ msg }) => msg === 'an account asks for production access');
    expect(line).to.include({ level: 30, account_id: account.accountId, access_request: id });
  });

  it('Rejects a second request for production access while one is pending with validation_error 422, also when both come at the same time.', async () => {
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => ask()));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - 1);
    for (const answer of [...refused, await ask()])
      expect(expectError(answer, 422, 'validation_error')).to.include(
        'has already requested production access',
      );
    expect(await countRequests()).to.equal(1);
  });

  it('Rejects a request for production access of an account that has it with validation_error 422.', async () => {
    await ops('grant-production-access', account.accountId);
    expect(expectError(await ask(), 422, 'validation_error')).to.include('already has production access');
    expect(await countRequests()).to.equal(0);
    await ops('revoke-production-access', account.accountId);
    expect((await ask()).status).to.equal(201);
  });

  it('Shows the decision about a request for production access, and the reason of a denial; after a denial the account may ask again.', async () => {
    await ask();
    await ops('deny-production-access', account.accountId, '--reason', 'The website does not answer.');
    const denied = (await read()).production_access_request;
    expect(denied).to.include({ status: 'denied', reason: 'The website does not answer.' });
    expect(denied.decided_at).to.be.a('string');
    const again = await ask({ monthly_volume: 1 });
    expect(again.status).to.equal(201);
    expect((await read()).production_access_request).to.include({ id: again.body.id, status: 'pending' });
    await ops('grant-production-access', account.accountId);
    const granted = await read();
    expect(granted.production_access).to.equal(true);
    expect(granted.production_access_request).to.include({ status: 'granted', reason: null });
  });

  it('Records who has asked for production access in the audit log, and nothing when the request is rejected.', async () => {
    const { body } = await ask();
    await ask();
    await ask({ website: 'none' });
    const { data } = (await account.api.get('/audit-events')).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({
      operation: 'requestProductionAccess',
      target_id: body.id,
      outcome: 'succeeded',
    });
    expect(data[0].actor).to.include({ type: 'person', id: account.personId });
  });
});
