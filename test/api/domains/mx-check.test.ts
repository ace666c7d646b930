// GET /domains/:id/mx-check (docs/reference/domain-compliance.md).
import { expect } from 'chai';
import { createGate } from './support/gated-dns.ts';
import { type LiveDomain, MAIL_HOSTNAME, useLiveDns } from './support/use-live-dns.ts';

const mxOf = (domain: LiveDomain) => domain.get('mx-check');

describe('GET /domains/:id/mx-check', () => {
  const live = useLiveDns();
  const withRecords = async (...records: [priority: number, exchange: string][]) => {
    const domain = await live.addDomain();
    for (const [priority, value] of records) live.dns().publish(domain.name, { type: 'MX', value, priority });
    return domain;
  };

  it('Lists the MX records of the domain, the preferred one first.', async () => {
    const domain = await withRecords([20, 'backup.acme.dev'], [5, MAIL_HOSTNAME], [10, 'second.acme.dev']);
    expect(await mxOf(domain)).to.deep.equal({
      object: 'mx_check',
      domain: domain.name,
      records: [
        { exchange: MAIL_HOSTNAME, priority: 5 },
        { exchange: 'second.acme.dev', priority: 10 },
        { exchange: 'backup.acme.dev', priority: 20 },
      ],
      receiving_ready: true,
      conflicts: ['10 second.acme.dev', '20 backup.acme.dev'],
    });
  });

  it('Is ready for receiving when the preferred records, all of one priority, name MAIL_HOSTNAME.', async () => {
    const domain = await withRecords([10, MAIL_HOSTNAME.toUpperCase()]);
    expect(await mxOf(domain)).to.deep.include({ receiving_ready: true, conflicts: [] });
  });

  it('Is not ready when another server is preferred, or shares the lowest priority.', async () => {
    const second = await withRecords([20, MAIL_HOSTNAME], [10, 'aspmx.l.google.com']);
    expect(await mxOf(second)).to.deep.include({ receiving_ready: false });
    const shared = await withRecords([10, MAIL_HOSTNAME], [10, 'aspmx.l.google.com']);
    expect(await mxOf(shared)).to.deep.include({ receiving_ready: false });
  });

  it('Names each record of another server in conflicts, with its priority: `10 aspmx.l.google.com`.', async () => {
    const domain = await withRecords([10, 'aspmx.l.google.com'], [20, 'alt1.aspmx.l.google.com']);
    const { conflicts } = await mxOf(domain);
    expect(conflicts).to.deep.equal(['10 aspmx.l.google.com', '20 alt1.aspmx.l.google.com']);
  });

  it('Is not ready, and lists no records, when the domain has no MX record.', async () => {
    const nothing = { records: [], receiving_ready: false, conflicts: [] };
    expect(await mxOf(await withRecords())).to.deep.include(nothing);
    const others = await withRecords();
    live.dns().publish(others.name, { type: 'TXT', value: 'v=spf1 -all' });
    expect(await mxOf(others)).to.deep.include(nothing);
  });

  it('Shows the record of a domain that takes no mail (RFC 7505) as the conflict `0 .`.', async () => {
    expect(await mxOf(await withRecords([0, '.']))).to.deep.include({
      receiving_ready: false,
      conflicts: ['0 .'],
    });
  });

  it('Lists 50 MX records.', async () => {
    const servers = Array.from({ length: 50 }, (_, index): [number, string] => [
      index,
      `mx${index}.acme.dev`,
    ]);
    const { records, conflicts, receiving_ready: isReady } = await mxOf(await withRecords(...servers));
    expect(records).to.have.length(50);
    expect(conflicts).to.have.length(50).and.include('49 mx49.acme.dev');
    expect(isReady).to.equal(false);
  });

  it('Answers null for receiving_ready, and no records, when DNS did not answer.', async () => {
    const domain = await live.addDomain();
    live.dns().set(domain.name, 'refused');
    expect(await mxOf(domain)).to.deep.include({ records: [], receiving_ready: null, conflicts: [] });
  });
});

describe('GET /domains/:id/mx-check several times', () => {
  const gate = createGate();
  const { addDomain } = useLiveDns({}, { dns: gate.dns });

  it('Asks DNS for one request of an account at a time, and lets other accounts ask at the same time.', async () => {
    const one = await addDomain();
    const other = await addDomain();
    const first = mxOf(one);
    await gate.asked(one.name, 1);
    const second = mxOf(one);
    const third = mxOf(other);
    await gate.asked(other.name, 1);
    gate.open(other.name);
    await third;
    // The second request arrived before the third, and DNS was not asked for it.
    expect(gate.countOf(one.name)).to.equal(1);
    gate.open(one.name);
    await first;
    await gate.asked(one.name, 2);
    gate.open(one.name);
    await second;
  });
});
