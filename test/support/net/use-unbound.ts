// A running unbound for the tests of a file, with two zones: `signed.test`, which DNSSEC proves, and `unsigned.test`.
import {
  createValidatingResolver,
  type ValidatingResolver,
} from '../../../shared/platform/net/dns/validating/resolver.ts';
import { createDnsServer, type DnsServer } from './dns-server.ts';
import { type SignedZone, startSignedZone } from './signed-zone.ts';
import { startUnbound, type Unbound } from './unbound.ts';

/** Long, because it never counts here. */
const TIMEOUT_MS = 20_000;

/** Starts them before the tests. Tests use names of their own: the resolver may keep what it has learned. */
export function useUnbound() {
  const test = {} as {
    signed: SignedZone;
    unsigned: DnsServer;
    unbound: Unbound;
    resolver: ValidatingResolver;
  };
  before(async () => {
    test.signed = await startSignedZone('signed.test');
    test.unsigned = await createDnsServer();
    test.unsigned.zone('unsigned.test', ['ns.unsigned.test']);
    const zones = [test.signed, { name: 'unsigned.test', port: test.unsigned.port }];
    test.unbound = await startUnbound({ zones, trustAnchors: [test.signed.trustAnchor] });
    test.resolver = createValidatingResolver(test.unbound.address, TIMEOUT_MS);
  });
  after(async () => {
    await test.unbound?.stop();
    await Promise.all([test.signed?.close(), test.unsigned?.close()]);
  });
  return test;
}
