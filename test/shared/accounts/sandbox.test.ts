// Who may be sent to before production access.
import { expect } from 'chai';
import { confirmAddress } from '../../../shared/accounts/confirmed-addresses.ts';
import { refuseInSandbox } from '../../../shared/accounts/sandbox.ts';
import { useDatabase } from '../../support/database.ts';
import { createAccount } from '../../support/factories.ts';

describe('The sandbox', () => {
  const database = useDatabase();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { productionAccess: false })).id;
    await confirmAddress(database.pool, accountId, 'Bo@Customer.dev');
  });
  const refusals = async (...emails: string[][]) => {
    const asked = emails.map((addresses) => ({ accountId, addresses, createdAt: new Date() }));
    const answers = await refuseInSandbox(database.pool, asked, 'simulator.test');
    return answers.map((refusal) => refusal && [refusal.name, refusal.message]);
  };
  const used = async () =>
    (await database.pool.query('SELECT used FROM sandbox_usage WHERE account_id = $1', [accountId])).rows[0]
      ?.used ?? 0;

  it('lets mail pass to a confirmed address, in whatever case', async () => {
    expect(await refusals(['bo@customer.dev'], ['BO@customer.dev'])).to.deep.equal([undefined, undefined]);
  });

  it('lets mail pass to the simulator, with or without a label, and counts it', async () => {
    expect(await refusals(['delivered@simulator.test', 'bounced+1@simulator.test'])).to.deep.equal([
      undefined,
    ]);
    expect(await used()).to.equal(2);
  });

  it('is not deceived by a domain that only ends like the simulator', async () => {
    const [refusal] = await refusals(['bo@not-simulator.test']);
    expect(refusal?.[0]).to.equal('validation_error');
    expect((await refusals(['bo@mail.simulator.test']))[0]?.[0]).to.equal('validation_error');
  });

  it('refuses an email with one other recipient whole, names that one, and counts nothing', async () => {
    const [refusal] = await refusals(['bo@customer.dev', 'cy@customer.dev']);
    expect(refusal?.[0]).to.equal('validation_error');
    expect(refusal?.[1]).to.include('cy@customer.dev');
    expect(await used()).to.equal(0);
  });

  it("does not know another account's confirmed addresses", async () => {
    const other = await createAccount(database.pool, { productionAccess: false });
    await confirmAddress(database.pool, other.id, 'cy@customer.dev');
    expect((await refusals(['cy@customer.dev']))[0]?.[0]).to.equal('validation_error');
  });

  it('refuses what goes beyond the day, each email by itself', async () => {
    const answers = await refusals(
      Array.from({ length: 99 }, () => 'bo@customer.dev'),
      ['bo@customer.dev', 'delivered@simulator.test'],
      ['cy@customer.dev'],
      ['bo@customer.dev'],
    );
    expect(answers.map((refusal) => refusal?.[0])).to.deep.equal([
      undefined,
      'validation_error',
      'validation_error',
      undefined,
    ]);
    expect(answers[1]?.[1]).to.include('100 recipients a day');
    expect(answers[2]?.[1]).to.include('cy@customer.dev');
    expect(await used()).to.equal(100);
  });
});
