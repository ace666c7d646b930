// The settings of incoming mail (docs/operations.md#configuration).
import { expect } from 'chai';
import { loadConfig } from '../../../../shared/platform/config/config.ts';
import { DATABASE_URL, refusalOf } from './refusal-of.ts';

const load = (environment: Record<string, string> = {}) => loadConfig({ DATABASE_URL, ...environment });

describe('the configuration of inbound mail', () => {
  it('listens on HOST unless INBOUND_HOST differs', () => {
    expect(load({ HOST: '127.0.0.1' }).inbound.host).to.equal('127.0.0.1');
    expect(load({ HOST: '127.0.0.1', INBOUND_HOST: '::', INBOUND_PORT: '25' }).inbound).to.include({
      host: '::',
      port: 25,
    });
  });

  it('has a certificate of two files, ranges of proxies, and limits', () => {
    const { inbound } = load({
      INBOUND_TLS_CERT: '/c.pem',
      INBOUND_TLS_KEY: '/k.pem',
      INBOUND_PROXIES: '10.1.2.3/8, 2001:db8::1',
      INBOUND_MAX_BYTES: '1000000',
      INBOUND_MESSAGES_PER_MINUTE: '0',
    });
    expect(inbound).to.deep.include({
      certificate: { certFile: '/c.pem', keyFile: '/k.pem' },
      proxies: ['10.0.0.0/8', '2001:db8::1/128'],
      maxBytes: 1_000_000,
      messagesPerMinute: 0,
    });
  });

  for (const half of ['INBOUND_TLS_CERT', 'INBOUND_TLS_KEY']) {
    it(`must not have ${half} alone`, () => {
      expect(refusalOf({ DATABASE_URL, [half]: '/x.pem' }).message).to.equal(
        'Configuration: "INBOUND_TLS_CERT" and "INBOUND_TLS_KEY" must be set together.',
      );
    });
  }
});
