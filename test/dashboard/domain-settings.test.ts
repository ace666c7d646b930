// What the tab Settings of a domain says, by the answers of the API.
import { expect } from 'chai';
import type { Domain, DomainUses, MxCheck } from '../../dashboard/api/generated/types.ts';
import { deletionLosses, deletionRefusal } from '../../dashboard/resources/domains/settings/delete-words.ts';
import { lastUse } from '../../dashboard/resources/domains/settings/last-use.ts';
import { mxVerdict, receivingWords } from '../../dashboard/resources/domains/settings/receiving-words.ts';
import { rotationOf } from '../../dashboard/resources/domains/settings/rotation-words.ts';
import {
  labelHint,
  labelWithin,
  trackingHostWords,
} from '../../dashboard/resources/domains/settings/tracking-words.ts';
import { RECORD_STATUSES } from '../../shared/contract/domains/values.ts';
import { inZone } from '../support/time/in-zone.ts';

/** The clocks of Berlin go back on 25 October 2026, at 01:00 UTC. */
const NOW = new Date('2026-10-24T12:00:00.000Z');

type DnsRecord = Domain['records'][number];

const dnsRecord = (fields: Partial<DnsRecord>): DnsRecord => ({
  record: 'DKIM',
  name: 'ph1._domainkey.acme.dev',
  host: 'ph1._domainkey',
  type: 'TXT',
  ttl: 'Auto',
  status: 'verified',
  value: 'v=DKIM1;',
  priority: null,
  required: true,
  found: [],
  detail: null,
  problem: null,
  last_seen_at: null,
  key: null,
  ...fields,
});

describe('The settings of a domain in words', () => {
  it('say through which host links lead now, and why not through the one of the label', () => {
    const words = (label: string | null, host: string, fields?: Partial<DnsRecord>) =>
      trackingHostWords({
        name: 'acme.dev',
        tracking_subdomain: label,
        tracking_host: host,
        records: fields
          ? [dnsRecord({ record: 'Tracking', name: 'links.acme.dev', value: 'mail.host.dev', ...fields })]
          : [],
      });
    expect(words(null, 'mail.host.dev')).to.equal(
      'Links in new mail go through mail.host.dev, the address of this service.',
    );
    expect(words('links', 'links.acme.dev', {})).to.equal('Links in new mail go through links.acme.dev.');
    expect(words('links', 'mail.host.dev', { status: 'pending', detail: 'There is no CNAME.' })).to.match(
      /will use links\.acme\.dev when its record is verified\. The CNAME record of links\.acme\.dev is not published yet. Posthorn keeps checking\. There is no CNAME\.$/,
    );
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      for (const said of [words(null, host), words('links', host, { value: host, status: 'pending' })])
        expect(said).to.match(/the address of this service\. A custom host cannot work here/);
    const waits = RECORD_STATUSES.map((status) => words('links', 'mail.host.dev', { status }));
    expect(new Set(waits).size).to.equal(RECORD_STATUSES.length);
  });

  it('take a whole host for its label, and show no host of what is no label', () => {
    expect(labelWithin(' links.Acme.dev. ', 'acme.dev')).to.equal('links');
    expect(labelHint('links.acme.dev', 'acme.dev')).to.match(
      /^Links then go through links\.acme\.dev instead/,
    );
    expect(labelHint('', 'acme.dev')).to.match(/through links\.acme\.dev/);
    for (const typed of ['links.other.dev', '-x', 'a b'])
      expect(labelHint(typed, 'acme.dev')).to.match(/^One label of letters/);
  });

  it('say what has to be on before the last use goes', () => {
    const domain = { capabilities: { sending: 'enabled', receiving: 'disabled' } } as const;
    expect(lastUse(domain, 'sending')).to.match(/Turn on “Receive mail” first/);
    expect(lastUse(domain, 'receiving')).to.equal(undefined);
    expect(lastUse({ capabilities: { sending: 'enabled', receiving: 'enabled' } }, 'sending')).to.equal(
      undefined,
    );
  });

  it('say where mail goes, and warn of mailboxes that are elsewhere', () => {
    const check = (fields: Partial<MxCheck>) =>
      mxVerdict({
        object: 'mx_check',
        domain: 'acme.dev',
        records: [{ exchange: 'x', priority: 1 }],
        receiving_ready: false,
        conflicts: [],
        ...fields,
      });
    const cases = [
      [check({ receiving_ready: null, records: [] }), 'info', /DNS did not answer/],
      [check({ receiving_ready: true }), 'good', /^This service receives mail to acme\.dev\.$/],
      [check({ receiving_ready: true, conflicts: ['20 mx.other.dev'] }), 'good', /Senders try other servers/],
      [check({ records: [] }), 'info', /has no MX record/],
      [check({ conflicts: ['0 .'] }), 'warn', /accepts no mail/],
      [
        check({ conflicts: ['1 aspmx.l.google.com'] }),
        'warn',
        /are hosted elsewhere.*subdomain such as in\.acme\.dev/,
      ],
    ] as const;
    for (const [{ kind, text }, wanted, words] of cases) {
      expect(kind).to.equal(wanted);
      expect(text).to.match(words);
    }
    const mx = dnsRecord({ record: 'SPF', type: 'MX', value: 'mx.host.dev', priority: 10 });
    const domain = { name: 'acme.dev', capabilities: { sending: 'enabled', receiving: 'disabled' } } as const;
    expect(receivingWords({ ...domain, records: [mx] })).to.match(
      /^Receiving needs the MX record 10 mx\.host\.dev at acme\.dev/,
    );
    expect(
      receivingWords({ ...domain, records: [{ ...mx, record: 'Receiving', status: 'failed' }] }),
    ).to.match(/This record was missing or wrong for 72 hours/);
  });

  it('show a rotation as three steps whose dates are those of the person, also over a change of the clocks', () => {
    const key = (
      selector: string,
      state: NonNullable<DnsRecord['key']>['state'],
      retires_at: string | null = null,
    ) =>
      dnsRecord({
        name: `${selector}._domainkey.acme.dev`,
        status: state === 'pending' ? 'pending' : 'verified',
        key: { state, created_at: '2026-10-20T23:30:00.000Z', retires_at },
      });
    const read = (...records: DnsRecord[]) => inZone('Europe/Berlin', () => rotationOf(records, NOW));
    expect(read(key('ph1', 'pending'))).to.include({
      text: 'The key ph1, created on 21 Oct, signs mail when its record is found.',
    });
    expect(read(key('ph1', 'pending')).refusal).to.be.a('string');
    expect(read(key('ph1', 'active')).steps).to.deep.equal([]);
    expect(read().refusal).to.equal('Sending is off.');

    const waiting = read(key('ph2', 'pending'), key('ph1', 'active'));
    expect(waiting.text).to.equal('Mail is signed with the key ph1 until the record of ph2 is found.');
    expect(waiting.steps.map(({ isDone }) => isDone)).to.deep.equal([false, false, false]);
    expect(waiting.steps[0]?.record?.name).to.equal('ph2._domainkey.acme.dev');
    expect(read({ ...key('ph2', 'pending'), status: 'failed' }, key('ph1', 'active'))).to.include({
      isGivenUp: true,
    });

    // Seven days are seven times 24 hours: 14:00 in summer is 13:00 in winter.
    const replaced = read(key('ph2', 'active'), key('ph1', 'retiring', '2026-10-29T12:00:00.000Z'));
    expect(replaced.steps.map(({ isDone, text }) => [isDone, text])).to.deep.equal([
      [true, 'The key was created on 21 Oct.'],
      [true, 'It has signed mail since 22 Oct, 14:00.'],
      [false, 'Mail that ph1 signed may still be on its way. You can remove its record from 29 Oct, 13:00.'],
    ]);
  });

  it('say what a deletion is refused for, and what it would end', () => {
    const uses = (fields: Partial<DomainUses>): DomainUses => ({
      object: 'domain_uses',
      id: '1',
      automations: [],
      campaigns: [],
      scheduled_emails: 0,
      api_keys: [],
      ...fields,
    });
    expect(deletionRefusal(uses({ automations: [{ id: '1', name: 'Old', status: 'disabled' }] }))).to.equal(
      undefined,
    );
    const named = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ id: `${at}`, name: `A${at}`, status: 'enabled' as const }));
    expect(deletionRefusal(uses({ automations: named(1) }))).to.equal(
      '1 automation is enabled: disable “A0” first.',
    );
    expect(
      deletionRefusal(
        uses({ automations: named(8), campaigns: [{ id: '1', name: 'Spring', status: 'draft' }] }),
      ),
    ).to.equal(
      '8 automations are enabled: disable “A0”, “A1”, “A2”, “A3”, “A4” and 3 more first. 1 campaign is not finished: cancel or delete “Spring” first.',
    );
    expect(deletionLosses('acme.dev', uses({}))).to.have.length(2);
    expect(
      deletionLosses(
        'acme.dev',
        uses({ scheduled_emails: 1200, api_keys: [{ id: '1', name: 'Shop' }] }),
      ).slice(1, 3),
    ).to.deep.equal([
      '1,200 scheduled emails fail.',
      '1 API key is limited to this domain and can no longer send: “Shop”.',
    ]);
  });
});
