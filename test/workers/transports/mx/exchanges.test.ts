import { expect } from 'chai';
import fc from 'fast-check';
import type { MailExchange, ResolvedAddress } from '../../../../shared/platform/net/dns/answer.ts';
import { chooseAddresses, orderExchanges } from '../../../../workers/transports/mx/exchanges.ts';

const OWN = 'mail.posthorn.test';
const options = { ownHost: OWN, isReceivedHere: false, random: () => 0.5 };
const mx = (text: string): MailExchange[] =>
  text.split(' ').map((each) => {
    const at = each.indexOf(':');
    return { priority: Number(each.slice(0, at)), exchange: each.slice(at + 1) };
  });
const hosts = (...names: string[]) => ({ kind: 'hosts', hosts: names });
const NINE = Array.from({ length: 9 }, (_, index) => `${index}:mx${index}.test`).join(' ');
const LOOP = 'The mail server of the domain is this service, which does not receive mail for it.';
const NO_HOST = 'The MX records of the domain do not name a host.';

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const ROWS: [title: string, records: MailExchange[], isReceivedHere: boolean, expected: object][] = [
  ['the preferred host comes first', mx('20:b.test 10:a.test'), false, hosts('a.test', 'b.test')],
  ['a host that is named twice is tried once', mx('10:a.test 20:a.test'), false, hosts('a.test')],
  ['eight hosts are tried at most', mx(NINE), false, hosts(...Array.from({ length: 8 }, (_, index) => `mx${index}.test`))],
  ['a null MX takes no mail', mx('0:'), false, { kind: 'takes_no_mail' }],
  ['a null MX among others is left out', mx('0: 10:a.test'), false, hosts('a.test')],
  ['an address is no host', mx('10:192.0.2.1 20:a.test'), false, hosts('a.test')],
  ['nothing is left where all are addresses', mx('10:192.0.2.1 20:2001:db8::1'), false, { kind: 'unusable', reason: NO_HOST }],
  ['our own host is left out, with all that are no better', mx(`10:a.test 20:${OWN} 20:b.test 30:c.test`), false, hosts('a.test')],
  ['a domain whose only host we are has none', mx(`10:${OWN}`), false, { kind: 'unusable', reason: LOOP }],
  ['our own host is taken for a domain that receives here', mx(`10:${OWN} 20:b.test`), true, hosts(OWN, 'b.test')],
];

describe('The hosts of a domain', () => {
  for (const [title, records, isReceivedHere, expected] of ROWS) {
    it(title, () => {
      expect(orderExchanges(records, { ...options, isReceivedHere })).to.deep.equal(expected);
    });
  }

  it('are tried in random order where they are equally preferred', () => {
    const lots = [0.9, 0.1, 0.5];
    const random = () => lots.shift() ?? 0;
    const found = orderExchanges(mx('10:a.test 10:b.test 10:c.test'), { ...options, random });
    expect(found).to.deep.equal(hosts('b.test', 'c.test', 'a.test'));
  });

  it('agree with a model for 5,000 random sets of MX records', () => {
    const name = fc.oneof(
      fc.constantFrom('a.test', 'b.test', 'c.test', OWN, '', '10.0.0.1', '::1'),
      fc.string({ maxLength: 300 }),
    );
    const record = fc.record({ exchange: name, priority: fc.integer({ min: 0, max: 65_535 }) });
    const records = fc.array(record, { minLength: 1, maxLength: 50 });
    const lots = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 50, maxLength: 50 });
    const property = fc.property(records, fc.boolean(), lots, (values, isReceivedHere, drawn) => {
      const left = [...drawn];
      const found = orderExchanges(values, { ownHost: OWN, isReceivedHere, random: () => left.shift() ?? 0 });
      const expected = modelOf(values, isReceivedHere);
      if (found.kind !== 'hosts') return expected.length === 0;
      const first = (host: string) => expected.findIndex((group) => group.includes(host));
      const groups = found.hosts.map(first);
      const isInOrder = groups.every((group, index) => group >= (groups[index - 1] ?? 0));
      const isWhole = found.hosts.length === Math.min(expected.flat().length, 8);
      return isInOrder && isWhole && !groups.includes(-1);
    });
    fc.assert(property, { numRuns: 5_000 });
  });
});

/** The hosts that may be tried, in groups of one preference; a host is in the first group that has it. */
function modelOf(values: readonly MailExchange[], isReceivedHere: boolean): string[][] {
  const groups = new Map<number, Set<string>>();
  const seen = new Set<string>();
  for (const priority of [...new Set(values.map((each) => each.priority))].sort((a, b) => a - b)) {
    const names = values.filter((each) => each.priority === priority).map(({ exchange }) => exchange);
    if (names.includes(OWN) && !isReceivedHere) break;
    for (const exchange of names) {
      if (exchange === '' || exchange === '10.0.0.1' || exchange === '::1' || seen.has(exchange)) continue;
      if (/^[\d.]+$|:.*:/.test(exchange) && isAddress(exchange)) continue;
      seen.add(exchange);
      groups.set(priority, (groups.get(priority) ?? new Set()).add(exchange));
    }
  }
  return [...groups.values()].map((group) => [...group]);
}

function isAddress(text: string): boolean {
  return URL.canParse(`http://[${text}]/`) || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text);
}

describe('The addresses of a host', () => {
  const found: ResolvedAddress[] = [
    { address: '2001:db8::1', family: 6 },
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const isAllowed = (address: string) => address !== '10.0.0.1';
  const choose = (...families: (4 | 6)[]) =>
    chooseAddresses(found, { families: new Set(families), isAllowed, random: () => 0 }).map(
      ({ address }) => address,
    );

  it('are two at most, IPv4 first', () => {
    expect(choose(4, 6)).to.deep.equal(['192.0.2.1', '192.0.2.2']);
  });

  it('are of the families from which we can connect', () => {
    expect(choose(6)).to.deep.equal(['2001:db8::1']);
    expect(choose(4)).not.to.include('10.0.0.1');
    expect(choose()).to.deep.equal([]);
  });
});
