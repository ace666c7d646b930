// Which known mistakes the page of a domain names in its DNS records.
import { expect } from 'chai';
import type { ShownDnsRecord } from '../../dashboard/resources/domains/records/purpose.ts';
import { slipsOf } from '../../dashboard/resources/domains/records/slips.ts';
import { CNAME_FIELDS, DKIM_TEXT, DMARC_FIELDS, dnsRecordOf, MX_FIELDS, SPF_FIELDS } from './dns-records.ts';

/** A record with what was found, and the beginning of what is said of it. */
const SLIPS: readonly [found: string[], changes: Partial<ShownDnsRecord>, says: RegExp | undefined][] = [
  [[`"${DKIM_TEXT}"`], {}, /^Quotation marks were pasted/],
  [[`“${DKIM_TEXT}”`], {}, /^Quotation marks were pasted/],
  [[DKIM_TEXT.replaceAll(';', '\\;')], {}, /backslashes/],
  [[DKIM_TEXT.replace('MIIB', 'MIIB\u200b')], {}, /cannot be seen/],
  [[DKIM_TEXT.slice(0, 255)], {}, /^The value was cut after 255 characters. A text of DNS has up to 255/],
  [[DKIM_TEXT.slice(0, 100)], {}, /^The value was cut after 100 characters. Publish all/],
  [[`ph1._domainkey ${DKIM_TEXT}`], {}, /^The name was pasted in front/],
  [[`ph1._domainkey.acme.dev. IN TXT ${DKIM_TEXT}`], {}, /^The name was pasted in front/],
  [[DKIM_TEXT.replace('BgkqhkiG', 'Bgkq hkiG')], {}, /spaces in the value/],
  [[DKIM_TEXT.replace('BgkqhkiG', 'Bgkq\nhkiG')], {}, /line breaks/],
  [[DKIM_TEXT.toLowerCase()], {}, /^Capital and small letters/],
  [[`${DKIM_TEXT} ${DKIM_TEXT}`], {}, /^Two records were put into one value/],
  [['v=DKIM1; k=rsa'], {}, /^It has no p=/],
  [[DKIM_TEXT.slice(DKIM_TEXT.indexOf('MIIB'))], {}, /^It has no p=/],
  [['v=DKIM1; k=rsa; p='], {}, /revoked/],
  [['v=DKIM1; p='], {}, /revoked/],
  // One wrong character has no name: it is marked in the difference.
  [[DKIM_TEXT.replace('MIIB', 'MIlB')], {}, undefined],
  [
    [DKIM_TEXT, DKIM_TEXT.replace('MIIB', 'MIlB')],
    { problem: 'several' },
    /^Only the record that is expected may be there/,
  ],
  // Two values of two name servers are no two records.
  [[DKIM_TEXT, DKIM_TEXT.slice(0, 255)], { problem: 'not_everywhere' }, /^The value was cut/],
  [[DMARC_FIELDS.value], {}, /^This is the value of _dmarc.acme.dev/],
  [['v=spf1 -all'], {}, /^This is no DKIM record. If it was not published at this name, a wildcard/],
  [['google-site-verification=abc'], {}, /^This is no DKIM record/],
  // The end of a longer value is not known: it may have a key, and need not be cut.
  [[`v=DKIM1; n=${'x'.repeat(489)}…`], {}, undefined],
  [[`${'y'.repeat(500)}…`], { ...SPF_FIELDS, value: 'y'.repeat(600) }, undefined],
  [
    [SPF_FIELDS.value, 'v=spf1 -all'],
    { ...SPF_FIELDS, problem: 'several' },
    /^Put what these SPF records allow into one record/,
  ],
  [[`${SPF_FIELDS.value} ${SPF_FIELDS.value}`], SPF_FIELDS, /^Two records were put into one value/],
  [['v=spf1 -all'], SPF_FIELDS, undefined],
  [[`"${SPF_FIELDS.value}"`], SPF_FIELDS, /^Quotation marks were pasted/],
  [
    ['10 mail.posthorn.dev.acme.dev'],
    MX_FIELDS,
    /^acme.dev was added at the end of the value. End the value with a dot: mail.posthorn.dev\.$/,
  ],
  // Each name server has one of them: what is there is right, and not yet everywhere.
  [['10 aspmx.google.com', '10 mail.posthorn.dev'], { ...MX_FIELDS, problem: 'not_everywhere' }, undefined],
  [
    ['1 aspmx.google.com', '10 mail.posthorn.dev'],
    { ...MX_FIELDS, record: 'Receiving', problem: 'not_preferred' },
    /gets no mail of the domain any more then\.$/,
  ],
  [
    ['10 aspmx.google.com', '10 mail.posthorn.dev'],
    { ...MX_FIELDS, problem: 'not_preferred' },
    /preferred to it or as good/,
  ],
  [
    [],
    { problem: 'name_doubled' },
    /^The domain is twice in its name: .* Type only ph1\._domainkey as the host/,
  ],
  [[], { ...CNAME_FIELDS, problem: 'addresses_instead' }, /a proxy hides it/],
  [['10 aspmx.google.com'], MX_FIELDS, undefined],
  [['https://posthorn.dev'], CNAME_FIELDS, /^The value begins with http/],
  [['posthorn.dev.acme.dev'], { ...CNAME_FIELDS, name: 'links.acme.dev' }, /^acme.dev was added/],
  [['links.mail.acme.dev.cdn.cloudflare.net'], CNAME_FIELDS, /proxy of Cloudflare/],
  // What is good, or was not looked up, has no mistakes.
  [[`"${DKIM_TEXT}"`], { status: 'verified' }, undefined],
  [[], { detail: null }, undefined],
];

/** What DNS has nothing of, and what may be the reason. */
const POSSIBLE: readonly [changes: Partial<ShownDnsRecord>, says: RegExp][] = [
  [DMARC_FIELDS, /quotation marks/],
  [{ ...MX_FIELDS, record: 'Receiving', name: 'acme.dev', host: '@' }, /host of acme.dev itself @/],
];

describe('A DNS record of a domain', () => {
  it('says which known mistake it has', () => {
    for (const [found, changes, says] of SLIPS) {
      const it = dnsRecordOf({ found, ...changes });
      const sure = slipsOf(it, [it, dnsRecordOf(DMARC_FIELDS)], 'acme.dev').map(
        ({ text, isSure }) => isSure && text,
      );
      if (says === undefined) expect(sure, found.join()).to.deep.equal([]);
      else expect(sure.join(), found.join()).to.match(says);
    }
  });

  it('says what may be wrong where DNS has nothing', () => {
    for (const [changes, says] of POSSIBLE) {
      const slips = slipsOf(dnsRecordOf(changes), [], 'acme.dev');
      expect(slips.every(({ isSure }) => !isSure)).to.equal(true);
      expect(slips.map(({ text }) => text).join('|')).to.match(says);
    }
  });
});
