// The guides to DNS providers, and the text with which another person is asked to publish records.
import { expect } from 'chai';
import { mailtoOf, requestText } from '../../dashboard/resources/domains/files/request-text.ts';
import { PROVIDER_GUIDES, quotedValue } from '../../dashboard/resources/domains/providers/provider-guides.ts';
import { findProviderOf } from '../../shared/resources/messaging/domains/compliance/dns-providers.ts';

/** A name server of each provider that has a guide. */
const NAME_SERVERS = [
  'ada.ns.cloudflare.com',
  'ns01.domaincontrol.com',
  'dns1.registrar-servers.com',
  'ns-1.awsdns-01.co.uk',
  'ns1.squarespacedns.com',
  'ns-cloud-a1.googledomains.com',
  'ns1.ui-dns.com',
  'ns1.ovh.net',
  'ns1.dns-parking.com',
];

describe('The guides to DNS providers', () => {
  it('have the names that the API gives them, steps, and where and when they were read', () => {
    const named = NAME_SERVERS.map((server) => findProviderOf([server])?.name);
    expect(PROVIDER_GUIDES.map(({ provider }) => provider)).to.deep.equal(named);
    for (const { steps, quirks, readOn, source } of PROVIDER_GUIDES) {
      expect(source).to.match(/^(provider|others)$/);
      expect(steps.length).to.be.at.least(3);
      expect(quirks.length).to.be.at.least(1);
      expect(readOn).to.match(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('put a value into quotation marks, in strings of up to 255 characters', () => {
    expect(quotedValue('v=spf1 -all')).to.equal('"v=spf1 -all"');
    expect(quotedValue(`${'a'.repeat(255)}b`)).to.equal(`"${'a'.repeat(255)}" "b"`);
    expect(quotedValue('a"b\\')).to.equal('"a\\"b\\\\"');
    expect(quotedValue('')).to.equal('""');
  });
});

describe('The text for the person who runs the DNS', () => {
  const common = {
    ttl: 'Auto',
    required: true,
    key: null,
    found: [],
    detail: null,
    problem: null,
    last_seen_at: null,
  };
  const mx = {
    ...common,
    record: 'SPF',
    name: 'send.acme.dev',
    host: 'send',
    type: 'MX',
    value: 'mail.x.dev',
    priority: 10,
    status: 'verified',
  } as const;
  const dmarc = {
    ...common,
    record: 'DMARC',
    name: '_dmarc.acme.dev',
    host: '_dmarc',
    type: 'TXT',
    value: 'v=DMARC1; p=none;',
    priority: null,
    status: 'pending',
  } as const;

  it('has the records that are missing, and all where none is', () => {
    const { subject, text } = requestText({ name: 'acme.dev', records: [mx, dmarc] });
    expect(subject).to.equal('DNS records for acme.dev');
    expect(text).to.include(
      '1. Type: TXT\n   Host: _dmarc   (full name: _dmarc.acme.dev)\n   Value: v=DMARC1; p=none;\n',
    );
    expect(text).not.to.include('send.acme.dev');
    expect(text).not.to.include('in place of');
    const wrong = { ...dmarc, found: ['v=DMARC1'] };
    expect(requestText({ name: 'acme.dev', records: [wrong] }).text).to.include(
      '   Value: v=DMARC1; p=none;\n   (replaces the current content)\n',
    );
    expect(requestText({ name: 'acme.dev', records: [mx] }).text).to.include(
      '   Priority: 10\n   Value: mail.x.dev\n',
    );
    const link = new URL(mailtoOf({ subject, text }));
    expect(link.searchParams.get('body')).to.equal(text.replaceAll('\n', '\r\n'));
  });
});
