// What policy hosts of MTA-STS may answer, over real TLS: each fault means that there is no policy, and none is an error.
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { createPolicyFetch } from '../../../../../shared/resources/messaging/mta-sts/fetch-policy.ts';
import {
  DOMAIN,
  type PolicyHost,
  type PolicyHostCertificate,
  policyText,
  startPolicyHost,
} from '../../../../support/mta-sts/policy-host.ts';

const answer =
  (status: number, headers: Record<string, string>, body: string | Buffer = policyText()): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
const PLAIN = { 'content-type': 'text/plain' };

describe('A policy host of MTA-STS', () => {
  let host: PolicyHost;
  beforeEach(async () => {
    host = await startPolicyHost();
  });
  afterEach(() => host.close());
  const fetchPolicy = async (options = {}, deps = host.deps) => {
    const policies = createPolicyFetch(deps, { ...host.options, ...options });
    try {
      return await policies.fetch(DOMAIN);
    } finally {
      await policies.close();
    }
  };

  it('is asked at its well-known path, and believed with a valid certificate', async () => {
    expect(await fetchPolicy()).to.deep.equal({ mode: 'enforce', mx: ['mx.acme.test'], maxAgeS: 604_800 });
    expect(host.asked).to.deep.equal(['mta-sts.acme.test/.well-known/mta-sts.txt']);
  });

  for (const type of ['text/plain; charset=utf-8', 'Text/Plain', 'text/plain ;charset=us-ascii'])
    it(`may answer with the type ${type}`, async () => {
      host.serve(answer(200, { 'content-type': type }));
      expect(await fetchPolicy()).to.have.property('mode', 'enforce');
    });

  // biome-ignore format: a table.
  const faults: [title: string, answer: RequestListener | string, fault: string, certificate?: PolicyHostCertificate][] = [
    ['a policy of 10 MB', answer(200, PLAIN, Buffer.alloc(10 * 1024 * 1024, 'x: y\n')), 'more than 65536 bytes'],
    ['10 MB without a length', (_, response) => void response.writeHead(200, PLAIN).write(Buffer.alloc(10 * 1024 * 1024, 'x: y\n')), 'more than 65536 bytes'],
    ['a redirect to a policy', (request, response) => (request.url === '/policy' ? answer(200, PLAIN) : answer(301, { ...PLAIN, location: '/policy' }))(request, response), 'status 301'],
    ['404', answer(404, PLAIN), 'status 404'],
    ['500', answer(500, PLAIN), 'status 500'],
    ['204', answer(204, PLAIN, ''), 'status 204'],
    ['html', answer(200, { 'content-type': 'text/html' }), 'text/plain'],
    ['no type', answer(200, {}), 'text/plain'],
    ['text/plainer', answer(200, { 'content-type': 'text/plainer' }), 'text/plain'],
    ['a compressed policy', answer(200, { ...PLAIN, 'content-encoding': 'gzip' }), 'compressed'],
    ['an unknown mode', policyText({ mode: 'off' }), 'mode'],
    ['no mx', policyText({ mx: [] }), 'no `mx`'],
    ['bytes that are no UTF-8', answer(200, PLAIN, Buffer.alloc(100, 0xff)), 'key: value'],
    ['a connection that ends', (request) => void request.socket.destroy(), 'connection'],
    ['an expired certificate', policyText(), 'CERT_HAS_EXPIRED', 'expired'],
    ['a certificate of another name', policyText(), 'ERR_TLS_CERT_ALTNAME_INVALID', 'other name'],
  ];
  for (const [title, given, fault, certificate] of faults)
    it(`has no policy with ${title}`, async () => {
      host.serve(given, certificate);
      const answered = await fetchPolicy();
      expect(answered).to.have.keys('fault').and.property('fault').include(fault);
      expect(host.asked.length).to.be.at.most(1);
    });

  it('has no policy with a certificate that no authority vouches for', async () => {
    expect(await fetchPolicy({ authority: undefined }))
      .to.have.property('fault')
      .include('DEPTH_ZERO_SELF_SIGNED');
    expect(host.asked).to.deep.equal([]);
  });

  it('has no policy when it is slow, also byte by byte, by a time for all of it', async () => {
    let timer: NodeJS.Timeout | undefined;
    host.serve((_, response) => {
      response.writeHead(200, PLAIN);
      timer = setInterval(() => response.write('x'), 20);
    });
    expect(await fetchPolicy({ timeoutMs: 200 }))
      .to.have.property('fault')
      .include('within 200 ms');
    clearInterval(timer);
  });

  it('has no policy without an address, while DNS is away, or at an address that is not public', async () => {
    const at = `mta-sts.${DOMAIN}`;
    host.dns.set(at, 'nothing');
    expect(await fetchPolicy())
      .to.have.property('fault')
      .include('has no address');
    host.dns.set(at, 'refused');
    expect(await fetchPolicy())
      .to.have.property('fault')
      .include('could not be looked up');
    host.dns.set(at, ['127.0.0.1']);
    const config = { outboundReach: 'public', mtaStsPort: 443 } as const;
    expect(await fetchPolicy({}, { ...host.deps, config }))
      .to.have.property('fault')
      .include('public address');
    host.dns.set(at, ['127.0.0.1', '10.0.0.1']);
    expect(await fetchPolicy())
      .to.have.property('fault')
      .include('public address');
    expect(host.asked).to.deep.equal([]);
  });

  it('is asked nothing more at a stop, which is no fault of the host', async () => {
    const policies = createPolicyFetch(host.deps, host.options);
    host.serve(() => void policies.close());
    for (let i = 0; i < 2; i += 1) expect(await policies.fetch(DOMAIN)).to.equal(undefined);
    expect(host.asked).to.have.length(1);
  });
});
