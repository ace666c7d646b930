// POST /emails: the From domains from which an account may send, and the recipients that are dropped: addresses on the
// suppression list and at reserved domains (docs/reference/emails.md#dropped-recipients).
import { expect } from 'chai';
import { readEvents } from '../../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createDomain, createSuppression } from '../../../support/factories/factories.ts';
import { createSender, useSender } from '../sender.ts';

describe('POST /emails', () => {
  const app = useApp();
  const sender = useSender(app);
  const suppress = (address: string) => createSuppression(app.pool, sender.accountId, address);
  const recipientsOf = async (emailId: string) => {
    const { rows } = await app.pool.query<{ kind: string; address: string; state: string }>(
      'SELECT kind, address, state FROM email_recipients WHERE email_id = $1 ORDER BY position',
      [emailId],
    );
    return rows.map(({ kind, address, state }) => `${kind} ${address} ${state}`);
  };
  const used = async () => {
    const { rows } = await app.pool.query<{ used: number }>(
      'SELECT used FROM email_usage WHERE account_id = $1',
      [sender.accountId],
    );
    return rows.map((row) => row.used);
  };

  it('Rejects a subdomain of a verified From domain with validation_error 422 unless it is registered itself.', async () => {
    const { accountId, domain, refused, send } = sender;
    const from = `ana@mail.${domain.name}`;
    await refused({ from });
    await createDomain(app.pool, accountId, { name: `mail.${domain.name}` });
    expect((await send({ from })).status).to.equal(200);
  });

  it('Rejects a From domain that the account has not registered, even if another account has, with validation_error 422, and names the domain.', async () => {
    const other = await createSender(app);
    for (const name of ['unknown.dev', other.domain.name])
      expect(await sender.refused({ from: `ana@${name}` })).to.include(name);
  });

  it('Rejects a From domain whose status is not_started, pending or failed, or whose sending is disabled, with validation_error 422.', async () => {
    for (const status of ['not_started', 'pending', 'failed'] as const) {
      const { refused, domain } = await createSender(app, { domain: { status } });
      expect(await refused({})).to.include(domain.name);
    }
    const { refused } = await createSender(app, { domain: { sendingEnabled: false } });
    await refused({});
  });

  it('Accepts a From domain whose status is verified, partially_verified or partially_failed.', async () => {
    for (const status of ['verified', 'partially_verified', 'partially_failed'] as const) {
      const { send } = await createSender(app, { domain: { status } });
      expect((await send()).status, status).to.equal(200);
    }
  });

  it('Rejects a From domain other than the one to which the API key is bound, with validation_error 422.', async () => {
    const { accountId, domain, send } = sender;
    const other = await createDomain(app.pool, accountId);
    const key = { accountId, permission: 'sending_access', domainId: other.id } as const;
    const bound = await createSender(app, { key });
    expect((await bound.send({ from: `ana@${other.name}` })).status).to.equal(200);
    await bound.refused({ from: `ana@${domain.name}` });
    expect((await send()).status).to.equal(200);
  });

  it('Rejects an email when no to recipient is left, even if cc or bcc recipients are, with validation_error 422, and stores and charges nothing.', async () => {
    const words = /^All `to` recipients are suppressed/;
    const examples = 'example.com, example.net, example.org, mail.example.com, EXAMPLE.COM'.split(', ');
    for (const domain of [...examples, 'a.test', 'a.invalid', 'a.localhost', 'a.example'])
      expect(await sender.refused({ to: `bo@${domain}` }), domain).to.match(words);
    await suppress('bo@customer.dev');
    const fields = {
      to: ['Bo@Customer.dev', 'x@example.com'],
      cc: 'cy@customer.dev',
      bcc: 'di@customer.dev',
    };
    expect(await sender.refused(fields)).to.match(words);
    const batch = await sender.batch([sender.body({ to: ['bo@example.com', 'cy@a.test'] })]);
    expect(expectError(batch, 422, 'validation_error', 'index')).to.match(words);
    expect([await sender.count('emails'), await used()]).to.deep.equal([0, []]);
  });

  it('Accepts an email while at least one to recipient is left.', async () => {
    const { status } = await sender.send({ to: ['x@example.com', 'y@example.com', 'bo@customer.dev'] });
    expect(status).to.equal(200);
  });

  it('Drops suppressed and reserved recipients without charging them, and records a suppressed event for each.', async () => {
    await suppress('bo@customer.dev');
    const { id } = await sender.sent({
      to: ['Bo <BO@customer.dev>', 'cy@customer.dev'],
      cc: 'x@example.com',
      bcc: 'di@customer.dev',
    });
    expect(await recipientsOf(id)).to.deep.equal([
      'to BO@customer.dev suppressed',
      'to cy@customer.dev queued',
      'cc x@example.com suppressed',
      'bcc di@customer.dev queued',
    ]);
    expect(await used()).to.deep.equal([2, 2]);
    expect(await readEvents(app.pool, id)).to.deep.equal([
      'suppressed BO@customer.dev',
      'suppressed x@example.com',
    ]);
    const { rows } = await app.pool.query(
      `SELECT (SELECT last_event FROM emails WHERE id = $1) AS last_event, next_attempt_at, woken_at
       FROM email_recipients WHERE email_id = $1 AND state = 'suppressed' LIMIT 1`,
      [id],
    );
    expect(rows).to.deep.equal([{ last_event: 'suppressed', next_attempt_at: null, woken_at: null }]);
  });

  it('Recognizes a suppressed address in upper and lower case and in any Unicode composition.', async () => {
    await suppress('ünal@customer.dev');
    for (const to of ['ÜNAL@customer.dev', 'u\u0308nal@customer.dev']) await sender.refused({ to });
  });

  it('Ignores the suppression lists of other accounts.', async () => {
    const other = await createSender(app);
    await createSuppression(app.pool, other.accountId, 'bo@customer.dev');
    expect((await sender.send({ to: 'bo@customer.dev' })).status).to.equal(200);
  });

  it('Accepts a simulator address, although its domain is reserved, with any local part.', async () => {
    const locals = 'delivered, bounced+label, complained, suppressed, delayed, failed, x'.split(', ');
    for (const local of locals) {
      const { id } = await sender.sent({ to: `${local}@Simulator.test` });
      expect(await recipientsOf(id)).to.deep.equal([`to ${local}@simulator.test queued`]);
    }
  });

  it('Accepts a simulator address that is on the suppression list.', async () => {
    await suppress('bounced@simulator.test');
    const { id } = await sender.sent({ to: 'bounced@simulator.test' });
    expect(await recipientsOf(id)).to.deep.equal(['to bounced@simulator.test queued']);
  });

  it('Sends one copy to an address that occurs more than once in to, cc and bcc, and charges it once.', async () => {
    const { id } = await sender.sent({
      to: ['Bo <bo@customer.dev>', 'BO@CUSTOMER.dev'],
      cc: ['bo@customer.dev', 'cy@customer.dev'],
      bcc: ['"cy"@customer.dev', 'di@customer.dev'],
    });
    expect(await recipientsOf(id)).to.deep.equal([
      'to bo@customer.dev queued',
      'cc cy@customer.dev queued',
      'bcc di@customer.dev queued',
    ]);
    expect(await used()).to.deep.equal([3, 3]);
  });
});

describe('POST /emails with another SIMULATOR_DOMAIN', () => {
  const app = useApp({ config: { simulatorDomains: ['play.acme.dev', 'pretend.dev'] } });

  it('Accepts mail to every domain that SIMULATOR_DOMAIN names, and treats simulator.test as reserved when it is none of them.', async () => {
    const { send, refused, accountId } = await createSender(app);
    for (const to of ['bo@play.acme.dev', 'bo@pretend.dev']) {
      await createSuppression(app.pool, accountId, to);
      expect((await send({ to })).status).to.equal(200);
    }
    await refused({ to: 'bo@simulator.test' });
  });
});
