// POST /domains/:id/verify, and each move of a status (docs/reference/domain-verification.md): by DNS and time alone.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { extent } from '../../support/extent.ts';
import { type AddedDomain, isRequired, MAIL_HOST, useVerification } from './support/use-verification.ts';

/** Checks while DNS does not answer for 100 hours. */
const SILENT_CHECKS = extent('SILENT_CHECKS', 20, 100);

const isDkim = ({ record }: { record: string }) => record === 'DKIM';

describe('the verification of a domain', () => {
  const verification = useVerification();
  const { app, addDomain, addVerified } = verification;
  const withdrawDkim = ({ name }: AddedDomain) => verification.dns().withdraw(`ph1._domainkey.${name}`);
  /** Runs checks until a status is reached. @returns the hours that it took */
  const hoursUntil = async (domain: AddedDomain, status: string, checksMax = 200) => {
    const startMs = app.clock.now().getTime();
    const statusNow = async () =>
      (await app.pool.query('SELECT status FROM domains WHERE id = $1', [domain.id])).rows[0].status;
    for (let checks = 0; (await statusNow()) !== status; checks += 1) {
      if (checks > checksMax || (await domain.nextCheck()) === null) throw new Error(`never ${status}`);
    }
    return (app.clock.now().getTime() - startMs) / HOUR_MS;
  };
  /** Ends the patience with records that are not there. */
  const waitInVain = async (domain: AddedDomain, status = 'failed') => {
    app.clock.advance(72 * HOUR_MS);
    await verification.checkDue();
    expect(await domain.status()).to.equal(status);
  };
  const send = ({ api, name }: AddedDomain) =>
    api.post('/emails').send({ from: `a@${name}`, to: 'bo@customer.dev', subject: 's', text: 't' });

  it('Answers the id and the status of the domain, which is pending once its verification has begun, without waiting for DNS.', async () => {
    const domain = await addDomain();
    expect(await domain.status()).to.equal('not_started');
    const { status, body } = await domain.verify();
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ object: 'domain', id: domain.id, status: 'pending' });
    expect((await domain.records()).map((record) => record.status)).to.deep.equal(Array(4).fill('pending'));
  });

  it('Does not look at a domain before its verification is asked for.', async () => {
    const domain = await addDomain();
    await domain.publish();
    expect(await domain.nextCheck()).to.equal(null);
    expect(await domain.status()).to.equal('not_started');
  });

  it('Verifies a domain at the first check that finds every required record; from then on it may send.', async () => {
    const domain = await addDomain();
    expect((await send(domain)).status).to.equal(422);
    await domain.publish(isRequired);
    await domain.verify();
    expect(await domain.nextCheck()).to.equal(0);
    expect(await domain.status()).to.equal('verified');
    expect((await send(domain)).status).to.equal(200);
  });

  it('Shows of each record what is expected and what was found, what is wrong, and when it was seen last.', async () => {
    const domain = await addDomain();
    await domain.publish(isDkim);
    verification.dns().publish(`send.${domain.name}`, { type: 'TXT', value: 'v=spf1 -all' });
    await domain.verify();
    await domain.nextCheck();
    const [dkim, mx, spf, dmarc] = await domain.records();
    const seenAt = app.clock.now().toISOString();
    expect(dkim).to.include({ status: 'verified', detail: null, problem: null, last_seen_at: seenAt });
    expect(dkim?.found).to.deep.equal([dkim?.value]);
    expect(mx).to.include({ status: 'pending', problem: 'absent', value: MAIL_HOST, priority: 10 });
    expect(mx?.last_seen_at).to.equal(null);
    expect(spf?.problem).to.equal('different');
    expect(mx?.detail).to.equal(`There is no MX record at send.${domain.name}.`);
    expect(spf?.found).to.deep.equal(['v=spf1 -all']);
    expect(spf?.detail).to.include('does not allow our servers');
    expect(dmarc?.detail).to.equal(`There is no DMARC record at _dmarc.${domain.name}.`);
    expect((await domain.get()).checked_at).to.equal(seenAt);
  });

  it('Looks for a record that is absent also at its name with the domain once more at its end, and says when it is there.', async () => {
    const domain = await addDomain();
    const [dkim] = await domain.records();
    const zone = domain.name.split('.').slice(-2).join('.');
    const doubled = `${dkim?.name}.${zone}`;
    verification.dns().publish(doubled, { type: 'TXT', value: dkim?.value ?? '' });
    await domain.verify();
    await domain.nextCheck();
    const [found] = await domain.records();
    expect(found).to.deep.include({ status: 'pending', problem: 'name_doubled', found: [] });
    expect(found?.detail).to.equal(`The record is at ${doubled} instead of ${dkim?.name}.`);
    await domain.publish(isDkim);
    await domain.nextCheck();
    expect((await domain.records())[0]).to.include({ status: 'verified', problem: null, detail: null });
  });

  it('Looks for a record each minute for an hour, then hourly, and calls it failed at the first answer without it after 72 hours.', async () => {
    const domain = await addDomain();
    await domain.publish(isDkim);
    await domain.verify();
    await domain.nextCheck();
    for (let minute = 0; minute < 60; minute += 1) expect(await domain.nextCheck()).to.equal(MINUTE_MS);
    expect(await domain.nextCheck()).to.be.within(0.9 * HOUR_MS, HOUR_MS);
    expect(await domain.status()).to.equal('pending');
    expect(await hoursUntil(domain, 'failed')).to.be.within(69, 72);
    expect((await domain.records()).map((record) => record.status)).to.deep.equal([
      'verified',
      'failed',
      'failed',
      'failed',
    ]);
  });

  it('Looks for a failed record daily for 30 days, and verifies the domain when it is there.', async () => {
    const domain = await addDomain();
    await domain.verify();
    await waitInVain(domain);
    expect(await domain.nextCheck()).to.be.within(0.9 * DAY_MS, DAY_MS);
    await domain.publish(isRequired);
    await domain.nextCheck();
    expect(await domain.status()).to.equal('verified');
    const other = await addDomain();
    await other.verify();
    await waitInVain(other);
    let waitedMs = 0;
    for (let wait = await other.nextCheck(); wait !== null; wait = await other.nextCheck()) waitedMs += wait;
    expect(waitedMs / DAY_MS).to.be.within(29, 31);
  });

  it('Begins again when the verification of a failed domain is asked for.', async () => {
    const domain = await addDomain();
    await domain.verify();
    await waitInVain(domain);
    expect((await domain.verify()).body.status).to.equal('pending');
    expect(await domain.nextCheck()).to.equal(0);
    expect(await domain.nextCheck()).to.equal(MINUTE_MS);
    expect(await domain.status()).to.equal('pending');
  });

  it('Looks at a verified domain hourly, and at once when its verification is asked for; it stays verified.', async () => {
    const domain = await addVerified();
    expect(await domain.nextCheck()).to.be.within(0.9 * HOUR_MS, HOUR_MS);
    expect((await domain.verify()).body.status).to.equal('verified');
    expect(await domain.nextCheck()).to.equal(0);
    expect(await domain.status()).to.equal('verified');
  });

  it('Changes no status while DNS does not answer, however long that lasts.', async () => {
    const verified = await addVerified();
    const pending = await addDomain();
    await pending.verify();
    const failing = await addVerified();
    withdrawDkim(failing);
    for (let checks = 0; checks < 4; checks += 1) await failing.nextCheck();
    const before = await failing.records();
    expect(before[0]?.status).to.equal('temporary_failure');
    for (const { name } of [verified, pending, failing]) {
      for (const host of [`ph1._domainkey.${name}`, `send.${name}`, `_dmarc.${name}`])
        verification.dns().set(host, 'refused');
    }
    for (let check = 0; check < SILENT_CHECKS; check += 1) {
      app.clock.advance((100 * HOUR_MS) / SILENT_CHECKS);
      await verification.checkDue();
    }
    expect(await verified.status()).to.equal('verified');
    expect(await pending.status()).to.equal('pending');
    expect(await failing.status()).to.equal('verified');
    expect(await failing.records()).to.deep.equal(before);
  });

  it('Asks again 15 minutes after a record of a verified domain was missing, and calls it temporary_failure after three misses over 30 minutes; the domain stays verified and sends.', async () => {
    const domain = await addVerified();
    withdrawDkim(domain);
    await domain.nextCheck();
    expect((await domain.records())[0]?.status).to.equal('verified');
    expect(await domain.nextCheck()).to.equal(15 * MINUTE_MS);
    expect((await domain.records())[0]?.status).to.equal('verified');
    expect(await domain.nextCheck()).to.equal(15 * MINUTE_MS);
    expect((await domain.records())[0]).to.include({ status: 'temporary_failure' });
    expect(await domain.status()).to.equal('verified');
    expect((await send(domain)).status).to.equal(200);
  });

  it('Fails a domain whose required record is missing for 72 hours after that; from then on it may not send.', async () => {
    const domain = await addVerified();
    withdrawDkim(domain);
    expect(await hoursUntil(domain, 'failed')).to.be.within(72, 75);
    const refused = await send(domain);
    expect(refused.body.name).to.equal('validation_error');
    await domain.publish(isDkim);
    await domain.nextCheck();
    expect(await domain.status()).to.equal('verified');
  });

  it('Forgets the misses of a record that is there again.', async () => {
    const domain = await addVerified();
    withdrawDkim(domain);
    for (let checks = 0; checks < 3; checks += 1) await domain.nextCheck();
    await domain.publish(isDkim);
    await domain.nextCheck();
    expect((await domain.records())[0]).to.include({ status: 'verified', detail: null });
    expect(await domain.nextCheck()).to.be.within(0.9 * HOUR_MS, HOUR_MS);
  });

  it('Is partially_verified while the record of receiving is waited for, partially_failed when it failed, and verified when it is there.', async () => {
    const domain = await addVerified({ capabilities: { sending: 'enabled', receiving: 'disabled' } });
    const { body } = await domain.api
      .patch(`/domains/${domain.id}`)
      .send({ capabilities: { receiving: 'enabled' } });
    expect(body.status).to.equal('partially_verified');
    expect((await send(domain)).status).to.equal(200);
    await waitInVain(domain, 'partially_failed');
    expect((await send(domain)).status).to.equal(200);
    await domain.publish(({ record }) => record === 'Receiving');
    await domain.nextCheck();
    expect(await domain.status()).to.equal('verified');
  });

  it('Looks again for a record whose name a change of the domain has changed.', async () => {
    const domain = await addVerified({ tracking_subdomain: 'go' });
    await domain.publish(({ record }) => record === 'Tracking');
    await domain.nextCheck();
    const tracking = async () => (await domain.records()).find(({ record }) => record === 'Tracking');
    expect((await tracking())?.status).to.equal('verified');
    await domain.api.patch(`/domains/${domain.id}`).send({ tracking_subdomain: 'links' });
    expect(await tracking()).to.include({ status: 'pending', last_seen_at: null });
  });

  it('Has no partial status without the records of sending.', async () => {
    const domain = await addDomain({ capabilities: { receiving: 'enabled' } });
    await domain.publish(({ record }) => record === 'Receiving');
    await domain.verify();
    await domain.nextCheck();
    expect(await domain.status()).to.equal('pending');
  });

  it('Verifies a domain that only receives by its MX record.', async () => {
    const domain = await addDomain({ capabilities: { sending: 'disabled', receiving: 'enabled' } });
    expect((await domain.records()).map(({ record }) => record)).to.deep.equal(['Receiving']);
    await domain.publish();
    await domain.verify();
    await domain.nextCheck();
    expect(await domain.status()).to.equal('verified');
    expect((await send(domain)).status).to.equal(422);
  });
});
