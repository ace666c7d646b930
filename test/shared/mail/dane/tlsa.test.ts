// Which TLSA records can be used, and which certificates meet them; and that no record makes it throw.
import { createHash, randomBytes, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { meetsDane } from '../../../../shared/mail/dane/meets-dane.ts';
import { matchesTlsa, usableTlsa } from '../../../../shared/mail/dane/tlsa.ts';
import type { TlsaRecord } from '../../../../shared/platform/net/dns/validating/message.ts';
import { type IssuedCertificate, issueCertificate } from '../../../support/net/certificates.ts';
import { createRandom, pick } from '../../../support/random.ts';

const HOST = 'mx.acme.dev';
const DAY_MS = 86_400_000;
const SELECTORS = [0, 1];
const MATCHING_TYPES = [0, 1, 2];

/** The record of a certificate. */
function recordOf({ x509 }: IssuedCertificate, usage: number, selector = 1, matchingType = 1): TlsaRecord {
  const octets = selector === 0 ? x509.raw : x509.publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = [undefined, 'sha256', 'sha512'][matchingType];
  const data = algorithm ? createHash(algorithm).update(octets).digest() : octets;
  return { usage, selector, matchingType, data };
}

describe('TLSA records', () => {
  let root: IssuedCertificate;
  let intermediate: IssuedCertificate;
  let leaf: IssuedCertificate;
  let other: IssuedCertificate;
  let chain: X509Certificate[];
  before(async () => {
    root = await issueCertificate('Root', { isAuthority: true });
    intermediate = await issueCertificate('Intermediate', { isAuthority: true, issuer: root });
    leaf = await issueCertificate(HOST, { issuer: intermediate });
    other = await issueCertificate('Other', { isAuthority: true });
    chain = [leaf.x509, intermediate.x509, root.x509];
  });
  const meets = (record: TlsaRecord, certificates = chain, names = [HOST], nowMs = Date.now()) =>
    matchesTlsa([record], certificates, names, nowMs);
  /** A record of each form. */
  const forms = (certificate: IssuedCertificate, usage: number) =>
    SELECTORS.flatMap((selector) =>
      MATCHING_TYPES.map((matchingType) => recordOf(certificate, usage, selector, matchingType)),
    );
  const label = ({ usage, selector, matchingType }: TlsaRecord) => `${usage} ${selector} ${matchingType}`;

  it('can be used with usages 2 and 3, and data of the right length that can be read', () => {
    const usable = [...forms(leaf, 3), ...forms(root, 2)];
    expect(usableTlsa(usable)).to.deep.equal(usable);
    const record = recordOf(leaf, 3);
    const unusable = [
      { ...record, usage: 0 },
      { ...record, usage: 1 },
      { ...record, usage: 255 },
      { ...record, selector: 2 },
      { ...record, matchingType: 3 },
      { ...record, matchingType: 2 },
      { ...record, data: Buffer.alloc(0) },
      { ...record, data: record.data.subarray(1) },
      { ...record, matchingType: 0 },
      { ...record, selector: 0, matchingType: 0, data: Buffer.alloc(0) },
    ];
    expect(usableTlsa(unusable)).to.deep.equal([]);
    expect(usableTlsa([...unusable, record])).to.deep.equal([record]);
  });

  it("are met by the server's own certificate or key with usage 3, in each form", () => {
    for (const record of forms(leaf, 3)) expect(meets(record, [leaf.x509]), label(record)).to.equal(true);
    for (const wrong of [intermediate, root, other])
      for (const record of forms(wrong, 3)) expect(meets(record), label(record)).to.equal(false);
    expect(matchesTlsa([recordOf(other, 3), recordOf(leaf, 3)], chain, [HOST], Date.now())).to.equal(true);
  });

  it('are met with usage 3 whatever name and dates the certificate has', async () => {
    const expired = await issueCertificate('else.acme.dev', { notAfter: new Date(Date.now() - 1_000) });
    expect(meets(recordOf(expired, 3), [expired.x509])).to.equal(true);
  });

  it('are met by a chain to the authority with usage 2, in each form', () => {
    for (const authority of [intermediate, root])
      for (const record of forms(authority, 2)) expect(meets(record), label(record)).to.equal(true);
    for (const wrong of [leaf, other])
      for (const record of forms(wrong, 2)) expect(meets(record), label(record)).to.equal(false);
  });

  it('are met without the authority in the chain only by the whole certificate or key (usage 2)', () => {
    for (const record of forms(root, 2)) {
      const isWhole = record.matchingType === 0;
      expect(meets(record, chain.slice(0, 2)), label(record)).to.equal(isWhole);
      expect(meets(record, chain.slice(0, 1)), label(record)).to.equal(false);
    }
  });

  it('with usage 2 are for one of the names', () => {
    expect(meets(recordOf(root, 2), chain, ['acme.dev', HOST])).to.equal(true);
    for (const names of [[], ['acme.dev'], ['other.acme.dev', ''], [`x.${HOST}`]])
      expect(meets(recordOf(root, 2), chain, names), names.join()).to.equal(false);
  });

  it('with usage 2 need every certificate up to the authority in its dates', async () => {
    for (const nowMs of [Date.now() - 2 * DAY_MS, Date.now() + 2 * DAY_MS])
      for (const record of forms(root, 2)) expect(meets(record, chain, [HOST], nowMs)).to.equal(false);
    const expired = { notAfter: new Date(Date.now() - 1_000) };
    const oldLeaf = await issueCertificate(HOST, { issuer: intermediate, ...expired });
    const oldIssuer = await issueCertificate('Old', { issuer: root, isAuthority: true, ...expired });
    const below = await issueCertificate(HOST, { issuer: oldIssuer });
    expect(meets(recordOf(root, 2), [oldLeaf.x509, ...chain.slice(1)])).to.equal(false);
    expect(meets(recordOf(root, 2), [below.x509, oldIssuer.x509, root.x509])).to.equal(false);
  });

  it('with usage 2 need signatures of authorities', async () => {
    // The authority is shown, but has signed nothing.
    const stranger = await issueCertificate(HOST);
    const namesake = await issueCertificate('Root', { isAuthority: true });
    const byNamesake = await issueCertificate(HOST, { issuer: namesake });
    const byLeaf = await issueCertificate('mx2.acme.dev', { issuer: leaf });
    for (const record of forms(root, 2)) {
      expect(meets(record, [stranger.x509, root.x509]), label(record)).to.equal(false);
      expect(meets(record, [byNamesake.x509, root.x509]), label(record)).to.equal(false);
      expect(meets(record, [byLeaf.x509, ...chain], ['mx2.acme.dev']), label(record)).to.equal(false);
    }
  });

  it('are met by no certificate at all never', () => {
    for (const record of [recordOf(leaf, 3), recordOf(root, 2)]) expect(meets(record, [])).to.equal(false);
  });

  it('never throw, whatever is in them', () => {
    const random = createRandom(7672);
    const parts = [leaf, root, other].flatMap((certificate) => forms(certificate, 3).map(({ data }) => data));
    for (let count = 0; count < 10_000; count += 1) {
      const records: TlsaRecord[] = Array.from({ length: Math.floor(random() * 4) }, () => {
        const [usage = 0, selector = 0, matchingType = 0] = randomBytes(3);
        const data = Buffer.from(random() < 0.5 ? pick(random, parts) : randomBytes(random() * 100));
        if (data.length > 0 && random() < 0.5) data.writeUInt8(7, Math.floor(random() * data.length));
        return random() < 0.1
          ? { usage, selector, matchingType, data }
          : { usage: usage % 4, selector: selector % 3, matchingType: matchingType % 4, data };
      });
      const usable = usableTlsa(records);
      expect(usable.every((record) => records.includes(record))).to.equal(true);
      expect(matchesTlsa(records, count % 50 === 0 ? chain : [leaf.x509], [HOST], Date.now())).to.be.a(
        'boolean',
      );
    }
  });

  describe('at an open connection', () => {
    const servers: ReturnType<typeof createServer>[] = [];
    const sockets: TLSSocket[] = [];
    after(() => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    });
    const open = async (certificates: IssuedCertificate[]) => {
      const cert = certificates.map((certificate) => certificate.cert).join('\n');
      const server = createServer({ cert, key: certificates[0]?.key ?? '' });
      servers.push(server);
      server.on('tlsClientError', () => undefined);
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const socket = connect({ port, host: '127.0.0.1', servername: HOST, rejectUnauthorized: false });
      sockets.push(socket);
      await once(socket, 'secureConnect');
      return socket;
    };

    it("are judged by the server's chain", async () => {
      const socket = await open([leaf, intermediate, root]);
      for (const record of [recordOf(leaf, 3), recordOf(intermediate, 2), recordOf(root, 2)])
        expect(meetsDane(socket, [record], [HOST]), label(record)).to.equal(true);
      for (const record of [recordOf(root, 3), recordOf(other, 2)])
        expect(meetsDane(socket, [record], [HOST]), label(record)).to.equal(false);
      expect(meetsDane(socket, [recordOf(root, 2)], ['acme.dev'])).to.equal(false);
    });

    it('are judged by a certificate that has signed itself, and without a certificate', async () => {
      const alone = await issueCertificate(HOST);
      const socket = await open([alone]);
      expect(meetsDane(socket, [recordOf(alone, 3)], [])).to.equal(true);
      expect(meetsDane(socket, [recordOf(alone, 2)], [HOST])).to.equal(false);
      socket.destroy();
      await once(socket, 'close');
      expect(meetsDane(socket, [recordOf(alone, 3)], [])).to.equal(false);
    });
  });
});
