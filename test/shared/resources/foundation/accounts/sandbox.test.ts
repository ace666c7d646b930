// The sandbox: the recipients that are allowed without production access.
import { expect } from 'chai';
import { confirmAddress } from '../../../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { refuseUnconfirmedRecipients } from '../../../../../shared/resources/foundation/accounts/sandbox.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

describe('The sandbox', () => {
  const database = useDatabase();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { productionAccess: false })).id;
    await confirmAddress(database.pool, accountId, 'Bo@Customer.dev');
  });
  const refusals = async (...emails: string[][]) => {
    const asked = emails.map((addresses) => ({ accountId, addresses }));
    const answers = await refuseUnconfirmedRecipients(database.pool, asked, ['simulator.test']);
    return answers.map((refusal) => refusal && [refusal.name, refusal.message]);
  };

  it('allows a confirmed address, in upper or lower case', async () => {
    expect(await refusals(['bo@customer.dev'], ['BO@customer.dev'])).to.deep.equal([undefined, undefined]);
  });

  it('allows simulator addresses, with or without a label', async () => {
    expect(await refusals(['delivered@simulator.test', 'bounced+1@simulator.test'])).to.deep.equal([
      undefined,
    ]);
  });

  it('refuses a domain that only ends with the name of the simulator domain', async () => {
    const [refusal] = await refusals(['bo@not-simulator.test']);
    expect(refusal?.[0]).to.equal('validation_error');
    expect((await refusals(['bo@mail.simulator.test']))[0]?.[0]).to.equal('validation_error');
  });

  it('refuses an email with one other recipient as a whole, and names that recipient', async () => {
    const [refusal] = await refusals(['bo@customer.dev', 'cy@customer.dev']);
    expect(refusal?.[0]).to.equal('validation_error');
    expect(refusal?.[1]).to.include('cy@customer.dev');
  });

  it("does not accept another account's confirmed addresses", async () => {
    const other = await createAccount(database.pool, { productionAccess: false });
    await confirmAddress(database.pool, other.id, 'cy@customer.dev');
    expect((await refusals(['cy@customer.dev']))[0]?.[0]).to.equal('validation_error');
  });
});
