// POST /emails: the From domains from which an account may send, and the recipients that are dropped: addresses on the
// suppression list and at reserved domains (docs/reference/emails.md#dropped-recipients).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createDomain, createSuppression } from '../../support/factories.ts';
import { createSender } from './sender.ts';

describe('POST /emails', () => {
  const app = useApp();

  const recipientsOf = async (emailId: string) => {
    const { rows } = await app.pool.query<{ kind: string; address: string; state: string }>(
      'SELECT kind, address, state FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    return rows.map(({ kind, address, state }) => `${kind} ${address} ${state}`);
  };
  const eventsOf = async (emailId: string) => {
    const { rows } = await app.pool.query<{ type: string; recipient: string }>(
      'SELECT type, recipient FROM email_events WHERE email_id = $1 ORDER BY id',
      [emailId],
    );
    return rows.map(({ type, recipient }) => `${type} ${recipient}`);
  };
  const emailsOf = async (accountId: string) =>
    (await app.pool.query('SELECT FROM emails WHERE account_id = $1', [accountId])).rowCount;

  const usedOf = async (accountId: string) => {
    const { rows } = await app.pool.query<{ used: number }>(
      'SELECT used FROM email_usage WHERE account_id = $1',
      [accountId],
    );
    return rows.map(({ used }) => used);
  };

  it('Rejects a subdomain of a verified From domain with validation_error 422 unless it is registered itself.', async () => {
    const { send, accountId, domain } = await createSender(app);
    const from = `ana@mail.${domain.name}`;
    expectError(await send({ from }), 422, 'validation_error');
    await createDomain(app.pool, accountId, { name: `mail.${domain.name}` });
    expect((await send({ from })).status).to.equal(200);
  });

  it('Rejects a From domain that the account has not registered, even if another account has, with validation_error 422, and names the domain.', async () => {
    const { send, accountId } = await createSender(app);
    const other = await createSender(app);
    for (const name of ['unknown.dev', other.domain.name])
      expect(expectError(await send({ from: `ana@${name}` }), 422, 'validation_error')).to.include(name);
    expect(await emailsOf(accountId)).to.equal(0);
  });

  describe('Rejects a From domain whose status is not_started, pending or failed, or whose sending is disabled, with validation_error 422.', () => {
    for (const status of ['not_started', 'pending', 'failed'] as const) {
      it(`rejects a domain that is ${status}`, async () => {
        const { send, domain } = await createSender(app, { domain: { status } });
        expect(expectError(await send(), 422, 'validation_error')).to.include(domain.name);
      });
    }

    it('rejects a domain whose sending is disabled', async () => {
      const { send } = await createSender(app, { domain: { sendingEnabled: false } });
      expectError(await send(), 422, 'validation_error');
    });
  });

  describe('Accepts a From domain whose status is verified, partially_verified or partially_failed.', () => {
    for (const status of ['verified', 'partially_verified', 'partially_failed'] as const) {
      it(status, async () => {
        const { send } = await createSender(app, { domain: { status } });
        expect((await send()).status).to.equal(200);
      });
    }
  });

  it('Rejects a From domain other than the one to which the API key is bound, with validation_error 422.', async () => {
    const { accountId, send, domain } = await createSender(app);
    const bound = await createDomain(app.pool, accountId);
    const key = await createApiKey(app.pool, {
      accountId,
      permission: 'sending_access',
      domainId: bound.id,
    });
    const sendBound = (from: string) =>
      app.as(key.token).post('/emails').send({ from, to: 'bo@customer.dev', subject: 'Hi', text: 'Hi' });
    expect((await sendBound(`ana@${bound.name}`)).status).to.equal(200);
    expectError(await sendBound(`ana@${domain.name}`), 422, 'validation_error');
    expect((await send()).status).to.equal(200);
  });

  describe('Rejects an email when no to recipient is left, even if cc or bcc recipients are, with validation_error 422, and stores and charges nothing.', () => {
    const words = /^All `to` recipients are suppressed/;
    const expectNothing = async (accountId: string) =>
      expect([await emailsOf(accountId), await usedOf(accountId)]).to.deep.equal([0, []]);

    for (const domain of [
      'example.com',
      'example.net',
      'example.org',
      'mail.example.com',
      'a.test',
      'a.invalid',
      'a.localhost',
      'a.example',
      'EXAMPLE.COM',
    ]) {
      it(`of all recipients at ${domain}`, async () => {
        const { send, accountId } = await createSender(app);
        expect(expectError(await send({ to: `bo@${domain}` }), 422, 'validation_error')).to.match(words);
        await expectNothing(accountId);
      });
    }

    it('of a suppressed and a reserved recipient, although others are in cc and bcc', async () => {
      const { send, accountId } = await createSender(app);
      await createSuppression(app.pool, accountId, 'bo@customer.dev');
      const to = ['Bo@Customer.dev', 'x@example.com'];
      const answer = await send({ to, cc: 'cy@customer.dev', bcc: 'di@customer.dev' });
      expect(expectError(answer, 422, 'validation_error')).to.match(words);
      await expectNothing(accountId);
    });

    it('in a batch', async () => {
      const { body, token, accountId } = await createSender(app);
      const email = body({ to: ['bo@example.com', 'cy@a.test'] });
      const batch = await app.as(token).post('/emails/batch').send([email]);
      expect(expectError(batch, 422, 'validation_error', 'index')).to.match(words);
      await expectNothing(accountId);
    });
  });

  it('Accepts an email while at least one to recipient is left.', async () => {
    const { send } = await createSender(app);
    const { status } = await send({ to: ['x@example.com', 'y@example.com', 'bo@customer.dev'] });
    expect(status).to.equal(200);
  });

  it('Drops suppressed and reserved recipients without charging them, and records a suppressed event for each.', async () => {
    const { send, accountId } = await createSender(app);
    await createSuppression(app.pool, accountId, 'bo@customer.dev');
    const { status, body } = await send({
      to: ['Bo <BO@customer.dev>', 'cy@customer.dev'],
      cc: 'x@example.com',
      bcc: 'di@customer.dev',
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(await recipientsOf(body.id)).to.deep.equal([
      'to BO@customer.dev suppressed',
      'to cy@customer.dev queued',
      'cc x@example.com suppressed',
      'bcc di@customer.dev queued',
    ]);
    expect(await usedOf(accountId)).to.deep.equal([2, 2]);
    expect(await eventsOf(body.id)).to.deep.equal(['suppressed BO@customer.dev', 'suppressed x@example.com']);
    const { rows } = await app.pool.query(
      `SELECT (SELECT last_event FROM emails WHERE id = $1) AS last_event, next_attempt_at, woken_at
       FROM email_recipients WHERE email_id = $1 AND state = 'suppressed' LIMIT 1`,
      [body.id],
    );
    expect(rows).to.deep.equal([{ last_event: 'suppressed', next_attempt_at: null, woken_at: null }]);
  });

  it('Recognizes a suppressed address in upper and lower case and in any Unicode composition.', async () => {
    const { send, accountId } = await createSender(app);
    await createSuppression(app.pool, accountId, 'ünal@customer.dev');
    for (const to of ['ÜNAL@customer.dev', 'u\u0308nal@customer.dev']) {
      expectError(await send({ to }), 422, 'validation_error');
    }
  });

  it('Ignores the suppression lists of other accounts.', async () => {
    const { send } = await createSender(app);
    const other = await createSender(app);
    await createSuppression(app.pool, other.accountId, 'bo@customer.dev');
    expect((await send({ to: 'bo@customer.dev' })).status).to.equal(200);
  });

  describe('Accepts a simulator address, although its domain is reserved, with any local part.', () => {
    for (const local of [
      'delivered',
      'bounced+label',
      'complained',
      'suppressed',
      'delayed',
      'failed',
      'x',
    ]) {
      it(`${local}@simulator.test`, async () => {
        const { send } = await createSender(app);
        const { status, body } = await send({ to: `${local}@Simulator.test` });
        expect(status, JSON.stringify(body)).to.equal(200);
        expect(await recipientsOf(body.id)).to.deep.equal([`to ${local}@simulator.test queued`]);
      });
    }
  });

  it('Accepts a simulator address that is on the suppression list.', async () => {
    const { send, accountId } = await createSender(app);
    await createSuppression(app.pool, accountId, 'bounced@simulator.test');
    const { body } = await send({ to: 'bounced@simulator.test' });
    expect(await recipientsOf(body.id)).to.deep.equal(['to bounced@simulator.test queued']);
  });

  it('Sends one copy to an address that occurs more than once in to, cc and bcc, and charges it once.', async () => {
    const { send, accountId } = await createSender(app);
    const { body } = await send({
      to: ['Bo <bo@customer.dev>', 'BO@CUSTOMER.dev'],
      cc: ['bo@customer.dev', 'cy@customer.dev'],
      bcc: ['"cy"@customer.dev', 'di@customer.dev'],
    });
    expect(await recipientsOf(body.id)).to.deep.equal([
      'to bo@customer.dev queued',
      'cc cy@customer.dev queued',
      'bcc di@customer.dev queued',
    ]);
    expect(await usedOf(accountId)).to.deep.equal([3, 3]);
  });
});

describe('POST /emails with another SIMULATOR_DOMAIN', () => {
  const app = useApp({ config: { simulatorDomains: ['play.acme.dev', 'pretend.dev'] } });

  it('Accepts mail to every domain that SIMULATOR_DOMAIN names, and treats simulator.test as reserved when it is none of them.', async () => {
    const { send, accountId } = await createSender(app);
    for (const to of ['bo@play.acme.dev', 'bo@pretend.dev']) {
      await createSuppression(app.pool, accountId, to);
      expect((await send({ to })).status).to.equal(200);
    }
    expectError(await send({ to: 'bo@simulator.test' }), 422, 'validation_error');
  });
});
