// The addresses of MX_SOURCES are those of this machine, on which every 127.x.x.x is one.
import { expect } from 'chai';
import { ConfigError } from '../../../../shared/platform/config/config.ts';
import { requireSourceAddresses } from '../../../../shared/platform/net/source-addresses.ts';
import { failureOf } from '../../../support/failure-of.ts';

const bindAll = (...addresses: string[]) =>
  requireSourceAddresses(
    addresses.map((address) => {
      return { pool: 'default', address, family: address.includes(':') ? 6 : 4, hostname: 'mx1.acme.dev' };
    }),
  );

describe('requireSourceAddresses', () => {
  it('accepts addresses of this machine, and none', async () => {
    await bindAll();
    await bindAll('127.0.0.1', '127.0.0.2', '127.0.0.1');
  });

  for (const absent of ['203.0.113.5', '2001:db8::5']) {
    it(`names ${absent}, which this machine lacks`, async () => {
      const error = await failureOf(bindAll('127.0.0.1', absent));
      expect(error).to.be.instanceOf(ConfigError);
      expect(error.message).to.equal(
        `Configuration: "MX_SOURCES" has ${absent}, which is not an address of this machine.`,
      );
    });
  }
});
