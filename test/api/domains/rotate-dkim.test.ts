// POST /domains/:id/dkim/rotate (docs/reference/domain-verification.md#rotation-of-keys).
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { loadSenders } from '../../../shared/resources/messaging/emails/delivery/load-senders.ts';
import { type AddedDomain, useVerification } from './support/use-verification.ts';

describe('POST /domains/:id/dkim/rotate', () => {
  const verification = useVerification();
  const { app, addVerified } = verification;
  const rotate = ({ api, id }: AddedDomain) => api.post(`/domains/${id}/dkim/rotate`);
  const keysOf = async (domain: AddedDomain) =>
    (await domain.records())
      .filter(({ record }) => record === 'DKIM')
      .map(({ name, status, required }) => [name.split('.')[0], status, required]);
  /** The selector with which mail of the domain is signed. */
  const signerOf = async ({ id }: AddedDomain) => {
    const senders = await transaction(app.pool, (client) => loadSenders(client, [id]));
    return senders.get(id)?.dkimKey?.selector;
  };
  const ofNewKey = ({ name }: { name: string }) => name.startsWith('ph2.');

  it('Adds the record of a new key and answers the domain; the old key signs until a check has seen the new record.', async () => {
    const domain = await addVerified();
    const { status, body } = await rotate(domain);
    expect(status).to.equal(200);
    expect(body).to.include({ object: 'domain', status: 'verified' });
    expect(await keysOf(domain)).to.deep.equal([
      ['ph2', 'pending', false],
      ['ph1', 'verified', true],
    ]);
    await domain.nextCheck();
    expect(await signerOf(domain)).to.equal('ph1');
    await domain.publish(ofNewKey);
    expect(await domain.nextCheck()).to.equal(MINUTE_MS);
    expect(await signerOf(domain)).to.equal('ph2');
    expect(await keysOf(domain)).to.deep.equal([
      ['ph2', 'verified', true],
      ['ph1', 'verified', false],
    ]);
  });

  it('Wants the old record for 7 days more, and then no longer.', async () => {
    const domain = await addVerified();
    await rotate(domain);
    await domain.publish(ofNewKey);
    await domain.nextCheck();
    const endsAt = app.clock.now().getTime() + 7 * DAY_MS;
    while (app.clock.now().getTime() < endsAt - HOUR_MS) {
      app.clock.set(new Date(Math.min(app.clock.now().getTime() + DAY_MS, endsAt - HOUR_MS)));
      await verification.checkDue();
    }
    expect(await keysOf(domain)).to.have.length(2);
    const { records, missing_records } = await domain.get();
    expect(records.slice(0, 2).map(({ key }: { key: object }) => key)).to.containSubset([
      { state: 'active', retires_at: null },
      { state: 'retiring', retires_at: new Date(endsAt).toISOString() },
    ]);
    expect(missing_records.map(({ record }: { record: string }) => record)).not.to.include('DKIM');
    app.clock.set(new Date(endsAt));
    await verification.checkDue();
    expect(await keysOf(domain)).to.deep.equal([['ph2', 'verified', true]]);
    const { rowCount } = await app.pool.query('SELECT FROM dkim_keys WHERE domain_id = $1', [domain.id]);
    expect(rowCount).to.equal(1);
  });

  it('Answers the same new key while its record is waited for, and waits again.', async () => {
    const domain = await addVerified();
    const first = (await rotate(domain)).body.records[0].value;
    app.clock.advance(2 * HOUR_MS);
    await domain.nextCheck();
    expect((await rotate(domain)).body.records[0].value).to.equal(first);
    expect(await keysOf(domain)).to.have.length(2);
    await domain.nextCheck();
    expect(await domain.nextCheck()).to.equal(MINUTE_MS);
  });

  it('Keeps the domain verified while the new record is not published.', async () => {
    const domain = await addVerified();
    await rotate(domain);
    for (let day = 0; day < 5; day += 1) {
      app.clock.advance(DAY_MS);
      await verification.checkDue();
    }
    expect(await domain.status()).to.equal('verified');
    expect(await keysOf(domain)).to.deep.equal([
      ['ph2', 'failed', false],
      ['ph1', 'verified', true],
    ]);
    await domain.publish(ofNewKey);
    await domain.nextCheck();
    expect(await signerOf(domain)).to.equal('ph2');
  });

  it('Never gives a selector twice.', async () => {
    const domain = await addVerified();
    await rotate(domain);
    await domain.publish(ofNewKey);
    await domain.nextCheck();
    app.clock.advance(8 * DAY_MS);
    await verification.checkDue();
    await rotate(domain);
    expect((await keysOf(domain)).map(([selector]) => selector)).to.deep.equal(['ph3', 'ph2']);
  });

  it('Rejects a rotation while the records of three replaced keys are still wanted with validation_error 422, and says until when.', async () => {
    const domain = await addVerified();
    for (let rotations = 0; rotations < 3; rotations += 1) {
      expect((await rotate(domain)).status).to.equal(200);
      await domain.publish(({ status }) => status === 'pending');
      await domain.nextCheck();
    }
    const { status, body } = await rotate(domain);
    expect([status, body.name]).to.deep.equal([422, 'validation_error']);
    expect(body.message).to.match(/Rotate again after \d{4}-/);
    app.clock.advance(7 * DAY_MS);
    await verification.checkDue();
    expect((await rotate(domain)).status).to.equal(200);
  });

  it('Signs nothing with the key of a domain that was never verified, and answers the same key.', async () => {
    const domain = await verification.addDomain();
    const before = await domain.records();
    await rotate(domain);
    expect(await domain.records()).to.deep.equal(before);
    expect(await signerOf(domain)).to.equal(undefined);
  });
});
