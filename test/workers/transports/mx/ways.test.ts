// The way of a mail: whose servers it goes to, in whose line it waits, and from which address of ours it leaves.
import { expect } from 'chai';
import { createMailboxProviders } from '../../../../shared/mail/providers/providers.ts';
import type { MailRoute } from '../../../../workers/transports/mx/find-route.ts';
import { createWayFinder, type RoutedRecipient } from '../../../../workers/transports/mx/ways.ts';
import { createUnstoredDestinations } from '../support/unstored-destinations.ts';

const BLOCKED = {
  kind: 'refused' as const,
  stage: 'rcpt' as const,
  reply: { code: 550, enhanced: '5.7.606', text: 'Access denied, banned sending IP' },
};
const OUTLOOK = 'acme.mail.protection.outlook.com';

describe('The way of a mail', () => {
  const providers = createMailboxProviders([]);
  const destinations = createUnstoredDestinations();
  const routes = new Map<string, readonly string[]>();
  const find = createWayFinder({
    findRoute: (domain) => Promise.resolve(routeTo(routes.get(domain))),
    providers,
    destinations,
    sources: ['192.0.2.1', '192.0.2.2'],
    chooseSources({ lastSource }, isBlocked) {
      const free = ['192.0.2.1', '192.0.2.2'].find((address) => !isBlocked(address)) ?? '192.0.2.1';
      return { v4: { address: lastSource ?? free, hostname: 'mx.posthorn.test' } };
    },
  });
  const wayOf = async (domain: string, hosts: readonly string[], changes: Partial<RoutedRecipient> = {}) => {
    routes.set(domain, hosts);
    const way = await find({
      id: 'r1',
      address: `Ana@${domain}`,
      sourcePool: null,
      lastSource: null,
      ...changes,
    });
    return way.destination ? way : expect.fail('There is no server.');
  };

  it('leads to the provider of all servers of the domain, as seen from our address', async () => {
    const { destination } = await wayOf('acme.dev', ['aspmx.l.google.com', 'alt1.aspmx.l.google.com']);
    expect(destination.key).to.equal('google 192.0.2.1');
  });

  it('leads to the domain where its servers are of several providers, whose own servers speak for them alone', async () => {
    const way = await wayOf('evil.dev', ['x.yahoodns.net', 'mx.evil.dev']);
    expect(way.destination.key).to.equal('evil.dev 192.0.2.1');
    expect(way.destinationOf('x.yahoodns.net').key).to.equal('yahoo 192.0.2.1');
    expect(way.destinationOf('mx.evil.dev').key).to.equal('evil.dev 192.0.2.1');
  });

  it('leaves from an address that the provider does not block, unless the mail was tried from it', async () => {
    const first = await wayOf('bar.dev', [OUTLOOK]);
    first.destination.hear(BLOCKED, 0);
    expect((await wayOf('bar.dev', [OUTLOOK])).destination.key).to.equal('microsoft-365 192.0.2.2');
    const tried = await wayOf('bar.dev', [OUTLOOK], { lastSource: '192.0.2.1' });
    expect(tried.destination.key).to.equal('microsoft-365 192.0.2.1');
    expect((await wayOf('other.dev', ['mx.other.dev'])).destination.key).to.equal('other.dev 192.0.2.1');
  });

  it('has no destination where no server is to be asked', async () => {
    routes.delete('gone.dev');
    const way = await find({ id: 'r1', address: 'ana@gone.dev', sourcePool: null, lastSource: null });
    expect(way).to.deep.equal({ route: { kind: 'absent' } });
  });
});

function routeTo(hosts: readonly string[] | undefined): MailRoute {
  if (!hosts) return { kind: 'absent' };
  const find = () => Promise.resolve({ kind: 'unusable' as const, reason: 'Not asked for.' });
  return { kind: 'hosts', hosts: hosts.map((host) => ({ host, find })) };
}
