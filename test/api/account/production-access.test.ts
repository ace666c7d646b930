// POST /account/production-access (docs/reference/account.md#production-access).
import { expect } from 'chai';
import { runCommand } from '../../../ops/run-command.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createAccount } from '../../support/factories.ts';
import { signIn } from '../../support/people-factories.ts';
import { INTENDED_USE } from './specimen.ts';

const PATH = '/account/production-access';
const AT_A_TIME = 8;

describe('POST /account/production-access', () => {
  const app = useApp();
  let accountId: string;
  let personId: string;
  let person: ReturnType<typeof app.asPerson>;
  beforeEach(async () => {
    accountId = (await createAccount(app.pool, { name: 'Acme', productionAccess: false })).id;
    const session = await signIn(app.pool, { accountId, role: 'admin', now: app.clock.now() });
    personId = session.personId;
    person = app.asPerson(session);
  });
  const ask = (fields: object = {}) => person.post(PATH).send({ ...INTENDED_USE, ...fields });
  const read = async () => (await person.get('/account')).body;
  const countRequests = async () =>
    (await app.pool.query('SELECT FROM account_access_requests WHERE account_id = $1', [accountId])).rowCount;
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
    expect(line).to.include({ level: 30, account_id: accountId, access_request: id });
  });

  describe('Rejects a request for production access without website, use_case or monthly_volume with missing_required_field 422.', () => {
    for (const field of Object.keys(INTENDED_USE)) {
      for (const value of [undefined, null]) {
        it(`${field} ${value}`, async () => {
          const answer = await ask({ [field]: value });
          const message = expectError(answer, 422, 'missing_required_field', 'field');
          expect(message).to.equal(`Missing \`${field}\` field.`);
          expect(await countRequests()).to.equal(0);
        });
      }
    }
  });

  describe('Rejects a request for production access with an invalid field with validation_error 422 and names the field.', () => {
    for (const [field, value] of [
      ['website', 'acme.dev'],
      ['website', 'javascript:alert(1)'],
      ['website', 'ftp://acme.dev'],
      ['website', 'https://'],
      ['website', 'https://user:secret@acme.dev'],
      ['website', 'https://acme.dev/a b'],
      ['website', 'https://acme\n.dev'],
      ['website', `https://acme.dev/${'x'.repeat(2_000)}`],
      ['website', 5],
      ['use_case', 'x'.repeat(19)],
      ['use_case', `${' '.repeat(20)}x`],
      ['use_case', 'x'.repeat(2_001)],
      ['use_case', {}],
      ['monthly_volume', 0],
      ['monthly_volume', -1],
      ['monthly_volume', 1.5],
      ['monthly_volume', 1_000_000_001],
      ['monthly_volume', '100'],
      ['monthly_volume', 1e300],
    ] as const) {
      it(`${field} ${String(value).slice(0, 30)}`, async () => {
        const answer = await ask({ [field]: value });
        expect(expectError(answer, 422, 'validation_error', 'field')).to.include(`\`${field}\``);
        expect(answer.body.field).to.equal(field);
        expect(await countRequests()).to.equal(0);
      });
    }
  });

  it('Rejects a second request for production access while one is pending with validation_error 422, also when both come at the same time.', async () => {
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => ask()));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - 1);
    for (const answer of [...refused, await ask()])
      expect(expectError(answer, 422, 'validation_error')).to.include('has asked for production access');
    expect(await countRequests()).to.equal(1);
  });

  it('Rejects a request for production access of an account that has it with validation_error 422.', async () => {
    await ops('grant-production-access', accountId);
    expect(expectError(await ask(), 422, 'validation_error')).to.include('has production access already');
    expect(await countRequests()).to.equal(0);
    await ops('revoke-production-access', accountId);
    expect((await ask()).status).to.equal(201);
  });

  it('Shows the decision about a request for production access, and the reason of a denial; after a denial the account may ask again.', async () => {
    await ask();
    await ops('deny-production-access', accountId, '--reason', 'The website does not answer.');
    const denied = (await read()).production_access_request;
    expect(denied).to.include({ status: 'denied', reason: 'The website does not answer.' });
    expect(denied.decided_at).to.be.a('string');
    const again = await ask({ monthly_volume: 1 });
    expect(again.status).to.equal(201);
    expect((await read()).production_access_request).to.include({ id: again.body.id, status: 'pending' });
    await ops('grant-production-access', accountId);
    const account = await read();
    expect(account.production_access).to.equal(true);
    expect(account.production_access_request).to.include({ status: 'granted', reason: null });
  });

  it('Records who has asked for production access in the audit log, and nothing when the request is rejected.', async () => {
    const { body } = await ask();
    await ask();
    await ask({ website: 'none' });
    const { data } = (await person.get('/audit-events')).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.deep.include({
      operation: 'requestProductionAccess',
      target_id: body.id,
      outcome: 'succeeded',
    });
    expect(data[0].actor).to.include({ type: 'person', id: personId });
  });
});
