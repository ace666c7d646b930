// GET /domains/:id/compliance (docs/reference/domain-compliance.md).
import { expect } from 'chai';
import { COMPLIANCE_RULES } from '../../../shared/contract/domains/values.ts';
import { chooseProviderOf, createProvider } from '../../support/factories/provider-factories.ts';
import { type CountedDay, countMail } from '../../support/factories/sending-days-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { type LiveDomain, MAIL_HOSTNAME, useLiveDns } from './support/use-live-dns.ts';

interface Answer {
  object: string;
  id: string;
  name: string;
  met: boolean;
  rules: { rule: string; providers: string[]; met: boolean | null; message: string }[];
}

/** TLS and PTR; MAIL_HOSTNAME has no address. */
const MET_OF_PROVIDERS: Readonly<Record<string, (boolean | null)[]>> = {
  mailgun: [true, true],
  own: [null, null],
  straight: [true, false],
};

const complianceOf = (domain: LiveDomain): Promise<Answer> => domain.get('compliance');

async function ruleOf(domain: LiveDomain, name: string) {
  const { rules } = await complianceOf(domain);
  return rules.find(({ rule }) => rule === name) ?? expect.fail(`There is no rule ${name}.`);
}

async function metOf(domain: LiveDomain, ...names: string[]) {
  const { rules } = await complianceOf(domain);
  return names.map((name) => rules.find(({ rule }) => rule === name)?.met);
}

describe('GET /domains/:id/compliance', () => {
  const live = useLiveDns();
  const { addDomain } = live;
  const text = (name: string, value: string) => live.dns().publish(name, { type: 'TXT', value });

  it('Answers every rule with its providers and a message, in the order of the table.', async () => {
    const domain = await addDomain();
    const { rules, ...answer } = await complianceOf(domain);
    expect(answer).to.deep.equal({
      object: 'domain_compliance',
      id: domain.id,
      name: domain.name,
      met: false,
    });
    expect(rules.map(({ rule }) => rule)).to.deep.equal(COMPLIANCE_RULES);
    for (const { rule, providers, message } of rules) {
      expect(providers, rule).to.include('gmail');
      expect(message, rule).to.match(/^[^ ].{20,}/);
    }
  });

  it('Meets the rules of DNS when the records of the domain are published.', async () => {
    const domain = await addDomain();
    domain.publish();
    expect(await metOf(domain, 'spf', 'dkim', 'dmarc', 'alignment')).to.deep.equal([true, true, true, true]);
  });

  it('Names the record to publish for each rule that a domain without records breaks.', async () => {
    const domain = await addDomain();
    const { rules } = await complianceOf(domain);
    const messages = Object.fromEntries(
      rules.filter(({ met }) => met === false).map((r) => [r.rule, r.message]),
    );
    const textOf = (record: string) => domain.records.find((r) => r.record === record && r.type === 'TXT');
    expect(messages['spf']).to.include(`send.${domain.name}: ${textOf('SPF')?.value}`);
    expect(messages['dkim']).to.include(`ph1._domainkey.${domain.name}: ${textOf('DKIM')?.value}`);
    expect(messages['dmarc']).to.include(`_dmarc.${domain.name}: v=DMARC1; p=none;`);
    expect(messages['alignment']).to.include(domain.name);
  });

  it('Breaks the rule spf with two SPF records at the return path, and with one that does not allow this service.', async () => {
    const twice = await addDomain();
    twice.publish();
    text(`send.${twice.name}`, 'v=spf1 include:other.dev ~all');
    expect(await ruleOf(twice, 'spf'))
      .to.include({ met: false })
      .and.property('message')
      .include('2 SPF records');
    const other = await addDomain();
    text(`send.${other.name}`, 'v=spf1 include:other.dev ~all');
    expect(await ruleOf(other, 'spf')).to.include({ met: false });
  });

  it('Judges the rule dkim by the key that signs, not by one that waits for its record.', async () => {
    const domain = await addDomain();
    domain.publish();
    await live.app.pool.query(
      `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state)
       SELECT gen_random_uuid(), domain_id, 'ph2', 'next', private_key, 'pending' FROM dkim_keys WHERE domain_id = $1`,
      [domain.id],
    );
    expect(await ruleOf(domain, 'dkim')).to.include({ met: true });
    live.dns().withdraw(`ph1._domainkey.${domain.name}`);
    text(`ph2._domainkey.${domain.name}`, 'v=DKIM1; k=rsa; p=next');
    const { met, message } = await ruleOf(domain, 'dkim');
    expect(met).to.equal(false);
    expect(message).to.include('ph1._domainkey').and.not.include('ph2');
    await live.app.pool.query('DELETE FROM dkim_keys WHERE domain_id = $1', [domain.id]);
    expect(await ruleOf(domain, 'dkim'))
      .to.include({ met: false })
      .and.property('message')
      .include('no key');
  });

  it('Meets the rule dmarc with a record of a domain above, and says which policy applies.', async () => {
    const domain = await addDomain('news.shop.above.dev');
    text('_dmarc.above.dev', 'v=DMARC1; p=reject; sp=quarantine');
    const { met, message } = await ruleOf(domain, 'dmarc');
    expect(met).to.equal(true);
    expect(message).to.equal('The DMARC record at _dmarc.above.dev has the policy quarantine.');
  });

  it('Breaks the rule dmarc with a policy that receivers cannot read, and with two records.', async () => {
    const unreadable = await addDomain();
    text(`_dmarc.${unreadable.name}`, 'v=DMARC1; p=block');
    expect(await ruleOf(unreadable, 'dmarc'))
      .to.include({ met: false })
      .and.property('message')
      .include('read');
    const twice = await addDomain();
    text(`_dmarc.${twice.name}`, 'v=DMARC1; p=none');
    text(`_dmarc.${twice.name}`, 'v=DMARC1; p=reject');
    expect(await ruleOf(twice, 'dmarc')).to.include({ met: false });
  });

  it('Meets the rule alignment with DKIM alone or with SPF alone, and breaks it with neither.', async () => {
    const dkim = await addDomain();
    dkim.publish(({ record }) => record === 'DKIM');
    expect(await metOf(dkim, 'spf', 'alignment')).to.deep.equal([false, true]);
    const spf = await addDomain();
    spf.publish(({ record }) => record !== 'DKIM');
    expect(await metOf(spf, 'dkim', 'alignment')).to.deep.equal([false, true]);
    expect(await ruleOf(await addDomain(), 'alignment')).to.include({ met: false });
  });

  it('Answers null for the rules that DNS did not answer, and does not count them as broken.', async () => {
    const domain = await addDomain();
    for (const name of [`send.${domain.name}`, `ph1._domainkey.${domain.name}`, `_dmarc.${domain.name}`])
      live.dns().set(name, 'refused');
    live.dns().set(MAIL_HOSTNAME, 'refused');
    const { met, rules } = await complianceOf(domain);
    expect(rules.map((rule) => rule.met)).to.deep.equal([...Array(7).fill(null), true, null]);
    expect(met).to.equal(true);
  });

  it('Judges the address of MAIL_HOSTNAME, and its name (PTR) where mail leaves from this machine.', async () => {
    const domain = await addDomain();
    live.dns().set(MAIL_HOSTNAME, 'nothing');
    expect(await metOf(domain, 'mail_hostname', 'ptr')).to.deep.equal([false, false]);
    live.dns().set(MAIL_HOSTNAME, ['192.0.2.25']);
    expect(await metOf(domain, 'mail_hostname', 'ptr')).to.deep.equal([true, false]);
    expect(await ruleOf(domain, 'ptr'))
      .property('message')
      .include('192.0.2.25 has no PTR record');
    live.dns().publish('25.2.0.192.in-addr.arpa', { type: 'PTR', value: 'static.hoster.dev' });
    expect(await ruleOf(domain, 'ptr'))
      .property('message')
      .include('static.hoster.dev');
    live.dns().withdraw('25.2.0.192.in-addr.arpa');
    live.dns().publish('25.2.0.192.in-addr.arpa', { type: 'PTR', value: MAIL_HOSTNAME });
    expect(await metOf(domain, 'mail_hostname', 'ptr')).to.deep.equal([true, true]);
  });

  it('Judges the rule complaint_rate by the complaints of the last seven days: met under 0.1 %, and null when nothing was sent.', async () => {
    const domain = await addDomain();
    const met = () => metOf(domain, 'complaint_rate');
    const count = (day: CountedDay) => countMail(live.app.pool, domain, live.app.clock.now(), day);
    await count({ daysAgo: 7, judged: 10, complained: 10 });
    expect(await met()).to.deep.equal([null]);
    await count({ daysAgo: 6, judged: 2_001, complained: 2 });
    expect(await met()).to.deep.equal([true]);
    await count({ complained: 1, judged: 999 });
    expect(await met()).to.deep.equal([false]);
    expect((await ruleOf(domain, 'complaint_rate')).message)
      .to.include('3 of 3000')
      .and.include('0.1 %');
  });

  it('Changes neither the status of the domain nor its records.', async () => {
    const domain = await addDomain();
    const read = async () => {
      const domains = await live.app.pool.query('SELECT * FROM domains WHERE id = $1', [domain.id]);
      const checks = await live.app.pool.query('SELECT * FROM domain_checks WHERE id = $1', [domain.id]);
      return [domains.rows, checks.rows];
    };
    const before = await read();
    await complianceOf(domain);
    expect(await read()).to.deep.equal(before);
  });

  it('Rejects the id of a domain that does not exist or belongs to another account with not_found 404, and asks nothing.', async () => {
    const { api } = await addDomain();
    const foreign = await addDomain();
    const asked = live.dns().questions.length;
    for (const id of [foreign.id, UNKNOWN_ID, 'claim', `${foreign.id}x`]) {
      for (const path of ['compliance', 'mx-check', 'dns-provider']) {
        const { status, body } = await api.get(`/domains/${id}/${path}`);
        expect([status, body.name], `${id}/${path}`).to.deep.equal([404, 'not_found']);
      }
    }
    expect(live.dns().questions).to.have.length(asked);
  });
});

describe('GET /domains/:id/compliance of a service that sends through a provider', () => {
  const { addDomain, app } = useLiveDns({
    smtpUrl: 'smtp://key:secret@email-smtp.eu-central-1.amazonaws.com:587',
    publicUrl: 'http://posthorn.dev',
  });

  it('Judges TLS and PTR by the provider when all mail leaves through one that is known.', async () => {
    const { rules } = await complianceOf(await addDomain());
    for (const name of ['tls', 'ptr']) {
      const rule = rules.find(({ rule }) => rule === name);
      expect(rule?.met).to.equal(true);
      expect(rule?.message).to.include('Amazon SES').and.not.include('secret');
    }
  });

  it('Judges TLS and PTR by each provider that mail of the domain may take.', async () => {
    await createProvider(app.pool, 'mailgun', { url: 'smtps://key:secret@smtp.mailgun.org' });
    await createProvider(app.pool, 'own', { url: 'smtp://key:secret@relay.acme.dev', failover: 'mailgun' });
    await createProvider(app.pool, 'straight', { kind: 'direct' });
    const messages: Record<string, string[]> = {};
    for (const name of ['mailgun', 'own', 'straight']) {
      const domain = await addDomain();
      await chooseProviderOf(app.pool, name, { domainId: domain.id });
      expect(await metOf(domain, 'tls', 'ptr'), name).to.deep.equal(MET_OF_PROVIDERS[name]);
      messages[name] = [(await ruleOf(domain, 'tls')).message, (await ruleOf(domain, 'ptr')).message];
    }
    expect(messages['mailgun']?.join()).to.include('Mailgun').and.not.include('Amazon SES');
    expect(messages['own']?.[0]).to.include('relay.acme.dev').and.not.include('secret');
    expect(messages['straight']?.[0]).to.include('directly to the receiving server');
  });

  it('Breaks the rule one_click_unsubscribe with an http PUBLIC_URL.', async () => {
    expect(await metOf(await addDomain(), 'one_click_unsubscribe')).to.deep.equal([false]);
  });
});

describe('GET /domains/:id/compliance of a service that delivers directly', () => {
  const source = (number: number) => {
    return {
      pool: 'default',
      address: `192.0.2.${number}`,
      family: 4,
      hostname: `mx${number}.posthorn.dev`,
    } as const;
  };
  const { addDomain, dns, app } = useLiveDns({
    smtpUrl: 'mx:',
    mx: { port: 25, sources: [source(1), source(2)], shaping: [], maxConnections: 200 },
  });

  it('Judges PTR by the sources of a service that delivers directly, and meets TLS.', async () => {
    const domain = await addDomain();
    expect(await metOf(domain, 'tls', 'ptr')).to.deep.equal([true, false]);
    for (const number of [1, 2]) {
      dns().set(`mx${number}.posthorn.dev`, [`192.0.2.${number}`]);
      dns().publish(`${number}.2.0.192.in-addr.arpa`, { type: 'PTR', value: `mx${number}.posthorn.dev` });
    }
    expect(await metOf(domain, 'ptr')).to.deep.equal([true]);
    await createProvider(app.pool, 'own', { url: 'smtp://127.0.0.1' });
    await chooseProviderOf(app.pool, 'own', { domainId: domain.id, lane: 'campaign' });
    expect((await ruleOf(domain, 'ptr')).message).to.include(MAIL_HOSTNAME);
    dns().set('mx2.posthorn.dev', 'refused');
    expect(await metOf(domain, 'ptr')).to.deep.equal([null]);
    dns().set('mx1.posthorn.dev', ['192.0.2.9']);
    expect((await ruleOf(domain, 'ptr')).message).to.include(
      'mx1.posthorn.dev does not resolve to 192.0.2.1',
    );
  });
});
