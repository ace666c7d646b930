// How a host of tracked links comes into use: by the checks of its domain (docs/reference/tracking.md#hosts).
import { expect } from 'chai';
import { createHostMarks, MARK_PATH } from '../../../shared/resources/messaging/tracking-hosts/host-mark.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { type AddedDomain, useVerification } from '../domains/support/use-verification.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('The host of tracked links', () => {
  const verification = useVerification();
  const { app, addDomain, addVerified } = verification;
  const TRACKED = { tracking_subdomain: 'links' };
  const isTracking = ({ record }: { record: string }) => record === 'Tracking';
  const hostOf = ({ name }: AddedDomain) => `links.${name}`;
  const record = async (domain: AddedDomain) => {
    const found = (await domain.records()).find(isTracking);
    if (!found) throw new Error('The domain has no such record.');
    return found;
  };
  /** Undefined: it is not served. */
  const isReady = async (domain: AddedDomain): Promise<boolean | undefined> => {
    const { rows } = await app.pool.query(
      'SELECT tracking_host = host AS ready FROM tracking_hosts LEFT JOIN domains ON domains.id = $2 WHERE host = $1',
      [hostOf(domain), domain.id],
    );
    return rows[0] && rows[0].ready === true;
  };
  /** A check right now. */
  const check = async (domain: AddedDomain) => {
    await domain.verify();
    await verification.checkDue();
  };
  const addReady = async () => {
    const domain = await addVerified(TRACKED);
    await domain.publish(isTracking);
    await check(domain);
    expect(await isReady(domain)).to.equal(true);
    return domain;
  };
  const shows = (host: string, path: string) => app.bare().get(path).set('Host', host);

  it('Uses a host once its CNAME is there and it answers over https as this service; until then its record says which of the two is missing.', async () => {
    const domain = await addVerified(TRACKED);
    expect((await record(domain)).detail).to.equal(`There is no CNAME record at ${hostOf(domain)}.`);
    expect(await isReady(domain)).to.equal(undefined);
    verification.proxy().down.add(hostOf(domain));
    await domain.publish(isTracking);
    await check(domain);
    const { status, detail } = await record(domain);
    expect([status, detail]).to.deep.equal([
      'pending',
      `The CNAME record is correct, but https://${hostOf(domain)}${MARK_PATH} does not lead to this service: The connection to \`${hostOf(domain)}\` failed.`,
    ]);
    expect([await isReady(domain), await domain.status()]).to.deep.equal([false, 'verified']);
    verification.proxy().down.clear();
    await check(domain);
    expect(await record(domain)).to.include({ status: 'verified', detail: null });
    expect([await isReady(domain), await domain.status()]).to.deep.equal([true, 'verified']);
  });

  it('Asks a host only of a domain that may send, whose owner has therefore proved the name.', async () => {
    const domain = await addDomain(TRACKED);
    const receiving = await addDomain({
      ...TRACKED,
      capabilities: { sending: 'disabled', receiving: 'enabled' },
    });
    await domain.publish(isTracking);
    await receiving.publish();
    for (const one of [domain, receiving]) {
      await check(one);
      expect((await record(one)).detail).to.equal(
        `The CNAME record is correct. Posthorn checks ${hostOf(one)} once the domain can send.`,
      );
      expect(await isReady(one)).to.equal(undefined);
      expect(verification.proxy().asked.join()).not.to.include(one.name);
    }
    await domain.publish();
    await check(domain);
    expect([await domain.status(), await isReady(domain)]).to.deep.equal(['verified', true]);
  });

  it('Keeps using a host that once does not answer, and stops after three misses over 30 minutes; it is used again as soon as it answers.', async () => {
    const domain = await addReady();
    verification.proxy().down.add(hostOf(domain));
    await check(domain);
    expect([(await record(domain)).status, await isReady(domain)]).to.deep.equal(['verified', true]);
    expect((await record(domain)).detail).to.include('does not lead to this service');
    const waits = [await domain.nextCheck(), await domain.nextCheck()];
    expect(waits).to.deep.equal([15 * MINUTE_MS, 15 * MINUTE_MS]);
    expect([(await record(domain)).status, await isReady(domain)]).to.deep.equal([
      'temporary_failure',
      false,
    ]);
    expect(await domain.status()).to.equal('verified');
    verification.proxy().down.clear();
    await domain.nextCheck();
    expect([(await record(domain)).status, await isReady(domain)]).to.deep.equal(['verified', true]);
  });

  it('Looks for the CNAME and the host each minute for an hour and then hourly, as for other records, also of a verified domain.', async () => {
    const domain = await addVerified();
    await domain.api.patch(`/domains/${domain.id}`).send(TRACKED).expect(200);
    await verification.checkDue();
    expect([await domain.nextCheck(), await domain.nextCheck()]).to.deep.equal([MINUTE_MS, MINUTE_MS]);
    app.clock.advance(HOUR_MS);
    await verification.checkDue();
    expect(await domain.nextCheck()).to.be.within(0.9 * HOUR_MS, HOUR_MS);
    await domain.publish(isTracking);
    await domain.nextCheck();
    expect(await isReady(domain)).to.equal(true);
  });

  it('Takes a server as this service that shows the mark of this installation for this host at `/.well-known/posthorn`, and no other one.', async () => {
    const domain = await addVerified(TRACKED);
    await domain.publish(isTracking);
    const host = hostOf(domain);
    const { foreign, renamed } = verification.proxy();
    const answers: [number, string][] = [
      [200, createHostMarks(['the secret key of another installation']).of(host)],
      [200, createHostMarks(TEST_SECRET_KEYS).of(`x.${host}`)],
      [200, ''],
      [200, `<p>${createHostMarks(TEST_SECRET_KEYS).of(host)}</p>`],
      [302, ''],
      [502, createHostMarks(TEST_SECRET_KEYS).of(host)],
    ];
    for (const [status, text] of answers) {
      foreign.set(host, { status, body: Buffer.from(text) });
      await check(domain);
      expect((await record(domain)).detail).to.include(
        status === 200 ? 'It shows something else.' : `It answered with status ${status}.`,
      );
      expect(await isReady(domain)).to.equal(false);
    }
    foreign.clear();
    renamed.set(host, 'mail.posthorn.dev');
    await check(domain);
    expect((await record(domain)).detail).to.include('It shows something else.');
    renamed.clear();
    await check(domain);
    expect(await isReady(domain)).to.equal(true);
    const mark = await shows(host, MARK_PATH);
    expect([mark.status, mark.text]).to.deep.equal([200, `${createHostMarks(TEST_SECRET_KEYS).of(host)}\n`]);
    expect((await shows('any.other.dev:8443', MARK_PATH)).text).to.equal(
      `${createHostMarks(TEST_SECRET_KEYS).of('any.other.dev')}\n`,
    );
    expect((await app.as().post(MARK_PATH)).status).to.equal(401);
  });

  it('Adds up to ten hosts of the name of a domain, since each is served for ever.', async () => {
    const domain = await addReady();
    await app.pool.query(
      `INSERT INTO tracking_hosts (host, domain, created_at)
       SELECT 'h' || n || '.' || $1, $1, now() FROM generate_series(2, 10) AS n`,
      [domain.name],
    );
    await domain.api.patch(`/domains/${domain.id}`).send({ tracking_subdomain: 'go' }).expect(200);
    await domain.publish(isTracking);
    await check(domain);
    expect((await record(domain)).detail).to.include('already has 10 link hosts');
    await domain.api.patch(`/domains/${domain.id}`).send(TRACKED).expect(200);
    await check(domain);
    expect(await isReady(domain)).to.equal(true);
  });

  it('Serves a host for ever, also when its subdomain is changed or removed and its domain is deleted.', async () => {
    const domain = await addReady();
    const isServed = async () => {
      app.clock.advance(MINUTE_MS);
      const { status } = await app.bare().get(`/tracking/allowed?domain=${hostOf(domain)}`);
      return (
        status === 200 && /html/.test((await shows(hostOf(domain), '/emails')).headers['content-type'] ?? '')
      );
    };
    for (const tracking_subdomain of ['go', null]) {
      await domain.api.patch(`/domains/${domain.id}`).send({ tracking_subdomain }).expect(200);
      await verification.checkDue();
      expect(await isServed()).to.equal(true);
    }
    await domain.api.delete(`/domains/${domain.id}`).expect(200);
    await verification.checkDue();
    expect(await isServed()).to.equal(true);
  });

  it('Asks a host that a domain had before again when it is taken back, and uses it only if it answers.', async () => {
    const domain = await addReady();
    const setSubdomain = (tracking_subdomain: string) =>
      domain.api.patch(`/domains/${domain.id}`).send({ tracking_subdomain }).expect(200);
    await setSubdomain('go');
    verification.proxy().down.add(hostOf(domain));
    await setSubdomain('links');
    expect(await isReady(domain), 'before it is asked').to.equal(false);
    await verification.checkDue();
    expect([(await record(domain)).status, await isReady(domain)]).to.deep.equal(['pending', false]);
    verification.proxy().down.clear();
  });

  it('Uses no host that has never answered, although its record was verified by its CNAME alone.', async () => {
    const domain = await addReady();
    // As a release before has left it.
    await app.pool.query('UPDATE domains SET tracking_host = NULL WHERE id = $1', [domain.id]);
    await app.pool.query('DELETE FROM tracking_hosts WHERE host = $1', [hostOf(domain)]);
    verification.proxy().down.add(hostOf(domain));
    await check(domain);
    expect([(await record(domain)).status, await isReady(domain)]).to.deep.equal(['verified', false]);
    verification.proxy().down.clear();
    await check(domain);
    expect(await isReady(domain)).to.equal(true);
  });

  it('Leaves a host in use that a check for another account with the same name misses.', async () => {
    const other = await addDomain(TRACKED);
    const domain = await addVerified({ ...TRACKED, name: other.name });
    await domain.publish(isTracking);
    await check(domain);
    verification.proxy().down.add(hostOf(domain));
    await check(other);
    expect((await record(other)).status).to.equal('pending');
    expect(await isReady(domain)).to.equal(true);
    verification.proxy().down.clear();
  });
});
