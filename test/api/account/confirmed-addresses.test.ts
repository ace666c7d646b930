// GET and POST /account/confirmed-addresses (docs/reference/account.md#confirmed-addresses).
import { expect } from 'chai';
import { CONFIRMED_ADDRESSES_MAX } from '../../../shared/contract/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { confirmAddress } from '../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createSender } from '../emails/sender.ts';
import { createConfirmingAccount, createOperator, mailedPages } from './confirming.ts';

const FREE = 3;
const AT_A_TIME = 10;
let addresses = 0;
/** An address that no test has used. */
const newAddress = () => {
  addresses += 1;
  return `person${addresses}@customer.dev`;
};

describe('/account/confirmed-addresses', () => {
  const app = useApp();
  before(() => createOperator(app));
  const account = useEach(() => createConfirmingAccount(app));
  const insertConfirmed = (count: number) =>
    app.pool.query(
      `INSERT INTO confirmed_addresses (account_id, address) SELECT $1, 'c' || n || '@acme.dev' FROM generate_series(1, $2) AS n`,
      [account.accountId, count],
    );

  it('Mails a link to an address that shall be confirmed and answers 201 with the status pending.', async () => {
    const { status, body } = await account.ask('QA+x@Customer.DEV');
    const pending = {
      email: 'qa+x@customer.dev',
      status: 'pending',
      confirmed_at: null,
      mail_status: 'waiting',
      mail_failure: null,
    };
    expect([status, body]).to.deep.equal([201, { object: 'confirmed_address', ...pending }]);
    expect(await account.list()).to.deep.equal([pending]);
    expect(await mailedPages(app, pending.email)).to.have.length(1);
    expect(JSON.stringify(body)).not.to.include('token');
  });

  it('Mails another link when a pending address is asked again; the earlier link does not work any more.', async () => {
    const email = newAddress();
    await account.ask(email);
    const [first = ''] = await mailedPages(app, email);
    expect((await account.ask(email)).status).to.equal(201);
    const [, second = ''] = await mailedPages(app, email);
    expect((await app.bare().get(first)).status).to.equal(404);
    expect((await app.bare().post(second)).status).to.equal(200);
    expect(await account.list()).to.have.length(1);
  });

  it('Answers 200 for an address that is confirmed already, and mails nothing.', async () => {
    const email = newAddress();
    await confirmAddress(app.pool, account.accountId, email, app.clock.now());
    const { status, body } = await account.ask(email.toUpperCase());
    const confirmed_at = app.clock.now().toISOString();
    expect([status, body]).to.deep.equal([
      200,
      {
        object: 'confirmed_address',
        email,
        status: 'confirmed',
        confirmed_at,
        mail_status: null,
        mail_failure: null,
      },
    ]);
    expect(await mailedPages(app, email)).to.deep.equal([]);
    expect((await account.api.get('/audit-events')).body.data).to.deep.equal([]);
  });

  it('Lists the confirmed addresses of the account and the pending ones, the latest first; a link that has expired is not listed.', async () => {
    const expired = newAddress();
    const first = newAddress();
    const second = newAddress();
    await account.ask(expired);
    app.clock.advance(7 * DAY_MS);
    await account.ask(first);
    app.clock.advance(1_000);
    await confirmAddress(app.pool, account.accountId, second, app.clock.now());
    const other = await createConfirmingAccount(app);
    await other.ask(newAddress());
    const { body } = await account.api.get('/account/confirmed-addresses');
    expect(body).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        {
          email: second,
          status: 'confirmed',
          confirmed_at: app.clock.now().toISOString(),
          mail_status: null,
          mail_failure: null,
        },
        { email: first, status: 'pending', confirmed_at: null, mail_status: 'waiting', mail_failure: null },
      ],
    });
  });

  it('Accepts an email from the sandbox to an address once its owner has confirmed it, and not before.', async () => {
    const email = newAddress();
    const sender = await createSender(app, { key: { accountId: account.accountId } });
    await account.ask(email);
    expectError(await sender.send({ to: email }), 422, 'validation_error');
    const [page = ''] = await mailedPages(app, email);
    await app.bare().post(page).expect(200);
    expect((await sender.send({ to: email.toUpperCase() })).status).to.equal(200);
    const other = await createSender(app, { key: await createConfirmingAccount(app) });
    expectError(await other.send({ to: email }), 422, 'validation_error');
  });

  it('Keeps up to 100 confirmed and pending addresses per account and rejects the next with validation_error 422, however many requests come at the same time.', async () => {
    expect(CONFIRMED_ADDRESSES_MAX).to.equal(100);
    await insertConfirmed(CONFIRMED_ADDRESSES_MAX - FREE);
    const asked = Array.from({ length: AT_A_TIME }, newAddress);
    const answers = await Promise.all(asked.map((email) => account.ask(email)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(AT_A_TIME - FREE);
    for (const answer of refused)
      expect(expectError(answer, 422, 'validation_error')).to.include('up to 100');
    const listed = await account.list();
    expect(listed).to.have.length(CONFIRMED_ADDRESSES_MAX);
    const pending = listed.find(({ status }) => status === 'pending');
    expect((await account.ask(pending?.email)).status).to.equal(201);
  });

  it('Mails up to 3 links per hour to an address that shall be confirmed, over all accounts of the service, and rejects the next with rate_limit_exceeded 429.', async () => {
    const email = newAddress();
    const other = await createConfirmingAccount(app);
    const answers = await Promise.all(
      [account, other, account, other, account].map((each) => each.ask(email)),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.length(2);
    for (const answer of refused) {
      expectError(answer, 429, 'rate_limit_exceeded');
      expect(Number(answer.headers['retry-after'])).to.be.within(1, 3_600);
    }
    app.clock.advance(HOUR_MS);
    expect((await account.ask(email)).status).to.equal(201);
  });

  it('Mails up to 100 links per day for the addresses that an account wants to confirm and rejects the next with rate_limit_exceeded 429.', async () => {
    const key = `address_confirmation account ${account.accountId}`;
    await account.ask(newAddress());
    const { rowCount } = await app.pool.query('UPDATE rate_limits SET used = 100 WHERE key = $1', [key]);
    expect(rowCount).to.equal(1);
    const answer = await account.ask(newAddress());
    expectError(answer, 429, 'rate_limit_exceeded');
    expect(await account.list()).to.have.length(1);
    app.clock.advance(DAY_MS);
    expect((await account.ask(newAddress())).status).to.equal(201);
  });

  it('Records who wants to confirm which address in the audit log, and nothing when the request is rejected.', async () => {
    const email = newAddress();
    await account.ask(email);
    await account.ask('bo@example.com');
    await account.ask('none');
    const { data } = (await account.api.get('/audit-events')).body;
    expect(data).to.have.length(1);
    expect(data[0]).to.include({ operation: 'confirmAddress', target_id: email, outcome: 'succeeded' });
    expect(data[0].actor).to.include({ type: 'person', id: account.personId });
  });
});
