// Flow test: the whole product sends straight to the servers of its recipients: a real Postfix, DNS that a validating resolver
// proves, MTA-STS policies over https, and servers that greylist, refuse, or take no mail.
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { issueCertificate } from '../support/net/certificates.ts';
import { eventually } from '../support/time/eventually.ts';
import { type ApiClient, createApiClient } from './support/api-client.ts';
import { type DirectWorld, OPEN_ZONE, SIGNED_ZONE, startDirectWorld } from './support/direct-world.ts';
import { type Product, prepareProduct } from './support/product.ts';

const POSTFIX = `mx.${OPEN_ZONE}`;
const policyText = (mode: string, mx: string) => `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 86400\n`;

interface Event {
  type: string;
  server?: string;
  message?: string;
  tls?: { version: string | null; verified: boolean; policy: string };
}

describe('Direct delivery by the whole product', () => {
  const database = useDatabase();
  let world: DirectWorld;
  let product: Product;
  let client: ApiClient;

  before(async () => {
    world = await startDirectWorld();
    const sources = { MX_SOURCES: '127.0.0.31/mx1.acme.dev,127.0.0.32/mx2.acme.dev' };
    product = await prepareProduct({ databaseUrl: database.url, more: { ...world.environment, ...sources } });
    const { accountId, token: apiKey } = await createApiKey(database.pool);
    await createDomain(database.pool, accountId, { name: 'acme.dev' });
    const { id } = await createDomain(database.pool, accountId, { name: 'strict.dev' });
    await database.pool.query(`UPDATE domains SET tls = 'enforced' WHERE id = $1`, [id]);
    await Promise.all([product.startApi(), product.startWorker(['send', 'schedule'])]);
    client = createApiClient({ url: product.url, apiKey, connections: 2 });
  });
  after(async () => {
    await client?.close();
    await product?.stop();
    await world?.stop();
  });

  const send = async (to: string, domain = 'acme.dev') => {
    const body = { from: `Acme <hello@${domain}>`, to, subject: `To ${to}`, text: 'Hello' };
    const answer = await client.ask({ method: 'POST', path: '/emails', body });
    expect(answer?.status, JSON.stringify(answer?.body)).to.equal(200);
    return answer?.body['id'] as string;
  };
  const eventsOf = async (id: string) => (await client.read(`/emails/${id}`))['events'] as Event[];
  /** The last event, once there is one of this type. */
  const reached = (id: string, type: string) =>
    eventually(`it is ${type}`, async () => {
      const last = (await eventsOf(id)).at(-1);
      return last?.type === type && last;
    });
  const received = (to: string) =>
    eventually(
      'Postfix has it',
      async () => (await world.readMailbox()).split(`Subject: To ${to}\n`).length === 2,
    );

  describe('to a real Postfix', () => {
    it('arrives over TLS that nothing demands', async () => {
      const to = world.domain('open', POSTFIX);
      const { server, tls } = await reached(await send(to), 'delivered');
      expect({ server, tls }).to.deep.equal({
        server: POSTFIX,
        tls: { version: 'TLSv1.3', verified: true, policy: 'opportunistic' },
      });
      await received(to);
      expect(await world.readMailbox()).to.match(
        /from mx[12]\.acme\.dev \(unknown \[127\.0\.0\.3[12]\]\)\s+\(using TLSv1\.3/,
      );
    });

    it('arrives over TLS that the domain of the sender demands', async () => {
      const to = world.domain('enforced', POSTFIX);
      const { tls } = await reached(await send(to, 'strict.dev'), 'delivered');
      expect(tls).to.include({ policy: 'enforced' });
      await received(to);
    });

    it('arrives over TLS that an MTA-STS policy demands', async () => {
      const to = world.domain('sts', POSTFIX);
      world.policy('sts', policyText('enforce', `*.${OPEN_ZONE}`));
      const { tls } = await reached(await send(to), 'delivered');
      expect(tls).to.deep.equal({ version: 'TLSv1.3', verified: true, policy: 'mta_sts' });
      await received(to);
    });

    for (const [usage, host, name] of [
      [3, `mx.${SIGNED_ZONE}`, ''],
      [2, `mx2.${SIGNED_ZONE}`, 'anchored'],
    ] as const) {
      it(`arrives over TLS with the certificate that DANE names (usage ${usage})`, async () => {
        const to = world.signedDomain(name, host, world.tlsa(usage));
        const { tls } = await reached(await send(to), 'delivered');
        expect(tls).to.deep.equal({ version: 'TLSv1.3', verified: true, policy: 'dane' });
        await received(to);
      });
    }
  });

  it('keeps mail back where DANE names another certificate, or its records are not proven', async () => {
    const wrong = `mx.wrong.${SIGNED_ZONE}`;
    const broken = `mx.broken.${SIGNED_ZONE}`;
    for (const name of [wrong, broken]) world.signed.publish({ name, type: 'A', data: '127.0.0.1' });
    const other = await issueCertificate(wrong);
    world.signed.breakSignatures(`_25._tcp.${broken}`);
    const ids = [
      await send(world.signedDomain('wrong', wrong, world.tlsa(3, other), world.tlsa(2, other))),
      await send(world.signedDomain('broken', broken, world.tlsa(3))),
    ];
    const [byCertificate, bySignature] = await Promise.all(ids.map((id) => reached(id, 'delivery_delayed')));
    expect(byCertificate).to.include({ server: wrong });
    expect(byCertificate?.message).to.include('(DANE)');
    expect(bySignature?.message).to.include(`The TLSA records of ${broken} could not be looked up`);
  });

  it('follows policies that it knows while their host is down, and those alone', async () => {
    const other = world.domain('other', POSTFIX);
    world.policy('other', policyText('enforce', `mx.other.${OPEN_ZONE}`));
    const tested = world.domain('tested', POSTFIX);
    world.policy('tested', policyText('testing', `mx.other.${OPEN_ZONE}`));
    const { message } = await reached(await send(other), 'delivery_delayed');
    expect(message).to.include(`does not list ${POSTFIX}`);
    expect((await reached(await send(tested), 'delivered')).tls).to.include({ policy: 'opportunistic' });
    const down = world.domain('down', POSTFIX);
    world.policy('down', undefined);
    await reached(await send(down), 'delivered');
    world.policy('other', undefined);
    await reached(await send(other), 'delivery_delayed');
  });

  it('passes greylisting, from the same address, and says in the trace what was said', async () => {
    const host = `grey.${OPEN_ZONE}`;
    const sink = await world.host(host, 2);
    sink.setFault({ stage: 'rcpt', kind: 'answer', reply: '451 4.7.1 greylisted', times: 1 });
    const id = await send(world.domain('grey', host));
    const delayed = await reached(id, 'delivery_delayed');
    expect(delayed).to.deep.include({
      server: host,
      tls: { version: 'TLSv1.3', verified: true, policy: 'opportunistic' },
    });
    await database.pool.query('UPDATE email_recipients SET next_attempt_at = now() WHERE email_id = $1', [
      id,
    ]);
    await reached(id, 'delivered');
    expect(sink.peers()).to.have.length(1);
    const { dialogue } = (await client.read(`/emails/${id}/trace`)) as {
      dialogue: { server: string; source: string; lines: { who: string; text: string }[] }[];
    };
    const [said] = dialogue;
    expect(said).to.include({ server: host, source: sink.peers()[0] });
    const commands = said?.lines
      .filter(({ who }) => who === 'client')
      .map(({ text }) => text.split(/[ :]/)[0]);
    expect(commands).to.include.members(['MAIL', 'RCPT', 'DATA']);
  });

  it('bounces what goes to a domain that takes no mail, and fails what a server wants a login for', async () => {
    const bounced = await reached(await send(world.domain('silent', '')), 'bounced');
    expect(bounced).to.include({ reason: 'domain_takes_no_mail' });
    const host = `relay.${OPEN_ZONE}`;
    const sink = await world.host(host, 3);
    sink.setFault({ stage: 'mail', kind: 'answer', reply: '530 5.7.0 log in' });
    expect(await reached(await send(world.domain('relay', host)), 'failed')).to.include({
      reason: 'refused',
      server: host,
    });
    const { rowCount } = await database.pool.query('SELECT FROM providers WHERE refused_at IS NOT NULL');
    expect(rowCount).to.equal(0);
  });
});
