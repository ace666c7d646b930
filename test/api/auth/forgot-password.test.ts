// POST /auth/forgot.
import { expect } from 'chai';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { createMember, createPerson } from '../../support/factories/people-factories.ts';
import { mailedTokens } from './links.ts';

describe('POST /auth/forgot', () => {
  const app = useApp({ config: { trustProxy: '127.0.0.1' } });
  before(async () => {
    // The operator's account, which mails.
    const { id } = await createAccount(app.pool);
    await createDomain(app.pool, id);
  });
  let networks = 0;
  const nextNetwork = () => {
    networks += 1;
    return `203.0.113.${networks}`;
  };
  const forgot = (email: unknown, network = nextNetwork()) =>
    app.asPerson().post('/auth/forgot').set('X-Forwarded-For', network).send({ email });
  const countMails = async (email: string) => {
    await app.deps.background.settled();
    return (await mailedTokens(app.pool, email)).length;
  };

  it('Answers the same for every address, and mails a link to the address of a person only.', async () => {
    const { email } = await createPerson(app.pool);
    const answers = [await forgot(email), await forgot('nobody@customer.dev')];
    expect(answers.map(({ status, body }) => ({ status, body }))).to.deep.equal(
      [email, 'nobody@customer.dev'].map((address) => ({
        status: 200,
        body: { object: 'password_reset_request', email: address },
      })),
    );
    expect(await countMails(email)).to.equal(1);
    expect(await countMails('nobody@customer.dev')).to.equal(0);
    const { rows } = await app.pool.query('SELECT email FROM one_time_links');
    expect(rows).to.deep.equal([{ email }]);
  });

  it('Takes the address in any spelling, and mails a link that chooses a new password.', async () => {
    const { email } = await createMember(app.pool);
    expect((await forgot(email.toUpperCase())).body.email).to.equal(email);
    expect(await countMails(email)).to.equal(1);
    const [token] = await mailedTokens(app.pool, email);
    const reset = await app
      .asPerson()
      .post('/auth/reset')
      .send({ token, password: 'a better horse battery' });
    expect(reset.body).to.deep.include({ object: 'session' });
    expect(reset.body.person).to.include({ email, confirmed: true });
  });

  it('Mails an address at most three links in an hour, however many requests come at the same time.', async () => {
    const { email } = await createPerson(app.pool);
    const answers = await Promise.all(Array.from({ length: 50 }, () => forgot(email)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(50).fill(200));
    expect(await countMails(email)).to.equal(3);
    app.clock.advance(HOUR_MS + MINUTE_MS);
    await forgot(email);
    expect(await countMails(email)).to.equal(4);
  });

  it('Rejects the eleventh request for a link from a network in 15 minutes with rate_limit_exceeded 429.', async () => {
    const { email } = await createPerson(app.pool);
    const others = await Promise.all(
      Array.from({ length: 11 }, (_, index) => forgot(`person${index}@customer.dev`, '198.51.100.7')),
    );
    expect(others.map(({ status }) => status).sort()).to.deep.equal([...Array(10).fill(200), 429]);
    const refused = await forgot(email, '198.51.100.7');
    expectError(refused, 429, 'rate_limit_exceeded');
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 15 * 60);
    expect(await countMails(email)).to.equal(0);
    expect((await forgot(email, '198.51.100.8')).status).to.equal(200);
  });
});
