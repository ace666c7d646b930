// The validation of TRUST_PROXY: it accepts nothing that Express would refuse when the API starts.
import { expect } from 'chai';
import express from 'express';
import { isProxyList } from '../../../../shared/platform/config/proxy-list.ts';

function expressTakes(text: string): boolean {
  try {
    express().set('trust proxy', text);
    return true;
  } catch {
    return false;
  }
}

describe('A list of proxies', () => {
  // biome-ignore format: a table.
  const lists = [
    'loopback', 'loopback, linklocal,uniquelocal', '192.0.2.7', '10.0.0.0/8, 192.168.0.0/16', '2001:db8::1',
    '2001:db8::/32', '::ffff:192.0.2.7', '10.0.0.0/32', '2001:db8::/128',
  ];
  it('may be of names, addresses and ranges', () => {
    for (const text of lists)
      expect([isProxyList(text), expressTakes(text)], text).to.deep.equal([true, true]);
  });

  // biome-ignore format: a table.
  const others = [
    '', 'yes', 'everybody', 'proxy.internal', '192.0.2', '192.0.2.7:80', '192.0.2.7,', '10.0.0.0/0',
    '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/x', 'fe80::1%eth0/64', '-1',
    '1.5',
  ];
  it('is nothing else', () => {
    for (const text of others) expect(isProxyList(text), text).to.equal(false);
  });
});
