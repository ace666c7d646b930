// Which verification may win: limits of plans, other accounts, operators (docs/reference/domain-verification.md).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { DEFAULT_SETTINGS } from '../../../shared/resources/messaging/domains/insert.ts';
import {
  listDomainRecords,
  type MailHost,
  mailHostOf,
} from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import { verifyDomain } from '../../../shared/resources/messaging/domains/verify.ts';
import { extent } from '../../support/extent.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { publishRecords } from './support/publish-records.ts';
import { type AddedDomain, isRequired, useVerification } from './support/use-verification.ts';

describe('the verification of a domain next to others', () => {
  const verification = useVerification();
  const { app, addDomain, addVerified } = verification;
  const withdrawDkim = ({ name }: AddedDomain) => verification.dns().withdraw(`ph1._domainkey.${name}`);
  /** Publishes what the key of factories needs. */
  const publish = async (name: string, mailHost: MailHost) => {
    const { rows } = await app.pool.query(
      `SELECT dkim_keys.id, domain_id AS "domainId", selector, public_key AS "publicKeyBase64", state,
              retires_at AS "retiresAt"
       FROM dkim_keys JOIN domains ON domains.id = domain_id WHERE name = $1 LIMIT 1`,
      [name],
    );
    const settings = { ...DEFAULT_SETTINGS, name, providers: [{ name: 'default', spfInclude: null }] };
    publishRecords(verification.dns(), listDomainRecords(settings, rows, mailHost));
  };
  it('Never changes the status of a domain for which an operator vouches, whatever DNS says.', async () => {
    const { accountId, api } = await addDomain();
    const { id } = await createDomain(app.pool, accountId, { name: 'vouched.acme.dev', isVouched: true });
    expect((await api.post(`/domains/${id}/verify`)).body.status).to.equal('verified');
    for (let day = 0; day < 8; day += 1) {
      app.clock.advance(DAY_MS);
      await verification.checkDue();
    }
    const { body } = await api.get(`/domains/${id}`);
    expect(body).to.include({ status: 'verified', vouched: true });
    expect(body.records[0].status).to.equal('failed');
  });

  it('Announces each change of the status of a domain or of one of its records as domain.updated.', async () => {
    const domain = await addDomain();
    const announced = await domain.listen('domain.updated');
    await domain.publish(isRequired);
    await domain.verify();
    // Events of one instant have no order.
    app.clock.advance(1_000);
    await domain.nextCheck();
    for (let checks = 0; checks < 3; checks += 1) await domain.nextCheck();
    const events = await announced();
    expect(events.map(({ data }) => data['status'])).to.deep.equal(['pending', 'verified']);
    withdrawDkim(domain);
    for (let checks = 0; checks < 3; checks += 1) await domain.nextCheck();
    const last = (await announced()).at(-1)?.data['records'] as { status: string }[] | undefined;
    expect(last?.[0]?.status).to.equal('temporary_failure');
  });

  it('Refuses one verified domain more than the plan allows with plan_limit_reached 402; it stays pending.', async () => {
    const first = await addVerified();
    const second = await addDomain();
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = ANY($1)", [
      [first.accountId, second.accountId],
    ]);
    await second.publish(isRequired);
    expect((await second.verify()).status).to.equal(200);
    await createDomain(app.pool, second.accountId, { name: 'faster.acme.dev' });
    await second.nextCheck();
    expect(await second.get()).to.include({ status: 'pending', status_reason: 'plan_limit_reached' });
    const refused = await second.verify();
    expect([refused.status, refused.body.name]).to.deep.equal([402, 'plan_limit_reached']);
    expect((await first.verify()).status).to.equal(200);
  });

  it('Refuses the slower of two accounts that verify a name, its parent or its subdomain with domain_conflict 409; it stays pending.', async () => {
    const fast = await addDomain();
    const slow = await addDomain({ name: `mail.${fast.name}` });
    for (const domain of [fast, slow]) {
      await domain.publish(isRequired);
      await domain.verify();
    }
    await fast.nextCheck();
    const [winner, loser] = (await fast.status()) === 'verified' ? [fast, slow] : [slow, fast];
    expect(await winner.status()).to.equal('verified');
    expect(await loser.get()).to.include({ status: 'pending', status_reason: 'domain_conflict' });
    const refused = await loser.verify();
    expect([refused.status, refused.body.name]).to.deep.equal([409, 'domain_conflict']);
    await winner.api.delete(`/domains/${winner.id}`);
    await loser.nextCheck();
    expect(await loser.get()).to.include({ status: 'verified', status_reason: null });
  });

  it('Looks at a domain all the same whose verification is refused, and verifies it when the reason is gone.', async () => {
    const late = await addDomain();
    await late.publish(isRequired);
    const { accountId } = await createApiKey(app.pool);
    const { id } = await createDomain(app.pool, accountId, { name: late.name });
    expect((await late.verify()).status).to.equal(409);
    expect(await late.status()).to.equal('pending');
    await late.nextCheck();
    expect(await late.get()).to.include({ status: 'pending', status_reason: 'domain_conflict' });
    await app.pool.query('DELETE FROM domains WHERE id = $1', [id]);
    await late.nextCheck();
    expect(await late.status()).to.equal('verified');
  });

  it('Verifies a domain whose client asks for it again during each check.', async () => {
    const domain = await addDomain();
    await domain.publish(isRequired);
    await domain.verify();
    // A request that comes between the time of a check and its beginning moves the check on, but not again and again.
    for (let round = 0; round < 3 && (await domain.status()) !== 'verified'; round += 1)
      await Promise.all([domain.nextCheck(), domain.verify(), domain.verify()]);
    expect(await domain.status()).to.equal('verified');
  });

  it('Lets one of two accounts win that are checked at the same time.', async () => {
    const accounts = [await createAccount(app.pool), await createAccount(app.pool)];
    const deps = { ...verification.deps(), mailHost: mailHostOf(verification.deps().config) };
    for (let round = 0; round < extent('DOMAIN_RACES', 20, 200); round += 1) {
      const name = `r${round}.race.dev`;
      // Domains of factories have the same key, so that the records of one are valid for the other.
      const domains = await Promise.all(
        accounts.map(({ id }) => createDomain(app.pool, id, { name, status: 'not_started' })),
      );
      for (const { id, accountId } of domains) await verifyDomain(deps, { id, accountId }, app.clock.now());
      await publish(name, deps.mailHost);
      await verification.checkTogether(domains.map(({ id }) => id));
      const { rows } = await app.pool.query(
        'SELECT status, status_reason FROM domains WHERE name = $1 ORDER BY status',
        [name],
      );
      expect(rows).to.deep.equal([
        { status: 'pending', status_reason: 'domain_conflict' },
        { status: 'verified', status_reason: null },
      ]);
    }
  });

  it('Answers not_found 404 for a domain of another account.', async () => {
    const domain = await addDomain();
    const other = await addDomain();
    expect((await other.api.post(`/domains/${domain.id}/verify`)).body.name).to.equal('not_found');
  });
});
