// Which known mistakes the page of a domain names in its DNS records.
import { expect } from 'chai';
import type { ShownDnsRecord } from '../../dashboard/resources/domains/records/purpose.ts';
import { mistakesOf } from '../../dashboard/resources/domains/records/record-mistakes.ts';
import { CNAME_FIELDS, DKIM_TEXT, DMARC_FIELDS, dnsRecordOf, MX_FIELDS, SPF_FIELDS } from './dns-records.ts';

/** A record with what was found, and the beginning of what is said of it. */
const SLIPS: readonly [found: string[], changes: Partial<ShownDnsRecord>, says: RegExp | undefined][] = [
  [[`"${DKIM_TEXT}"`], {}, /^The value was pasted with quotation marks/],
  [[`“${DKIM_TEXT}”`], {}, /^The value was pasted with quotation marks/],
  [[DKIM_TEXT.replaceAll(';', '\\;')], {}, /backslashes/],
  [[DKIM_TEXT.replace('MIIB', 'MIIB\u200b')], {}, /invisible character/],
  [
    [DKIM_TEXT.slice(0, 255)],
    {},
    /^The value was cut off after 255 characters. One DNS string has at most 255/,
  ],
  [[DKIM_TEXT.slice(0, 100)], {}, /^The value was cut off after 100 characters. Publish the full/],
  [[`ph1._domainkey ${DKIM_TEXT}`], {}, /^The value starts with the name/],
  [[`ph1._domainkey.acme.dev. IN TXT ${DKIM_TEXT}`], {}, /^The value starts with the name/],
  [[DKIM_TEXT.replace('BgkqhkiG', 'Bgkq hkiG')], {}, /extra or missing spaces/],
  [[DKIM_TEXT.replace('BgkqhkiG', 'Bgkq\nhkiG')], {}, /line breaks/],
  [[DKIM_TEXT.toLowerCase()], {}, /^The upper and lower case/],
  [[`${DKIM_TEXT} ${DKIM_TEXT}`], {}, /^The value contains two records/],
  [['v=DKIM1; k=rsa'], {}, /^The value has no p=/],
  [[DKIM_TEXT.slice(DKIM_TEXT.indexOf('MIIB'))], {}, /^The value has no p=/],
  [['v=DKIM1; k=rsa; p='], {}, /revoked/],
  [['v=DKIM1; p='], {}, /revoked/],
  // One wrong character has no name: it is marked in the difference.
  [[DKIM_TEXT.replace('MIIB', 'MIlB')], {}, undefined],
  [[DKIM_TEXT, DKIM_TEXT.replace('MIIB', 'MIlB')], { problem: 'several' }, /^Keep only the expected record/],
  // Two values of two name servers are no two records.
  [[DKIM_TEXT, DKIM_TEXT.slice(0, 255)], { problem: 'not_everywhere' }, /^The value was cut off/],
  [[DMARC_FIELDS.value], {}, /^This is the value for _dmarc.acme.dev/],
  [['v=spf1 -all'], {}, /^This is not a DKIM record. If you did not publish it at this name, a wildcard/],
  [['google-site-verification=abc'], {}, /^This is not a DKIM record/],
  // The end of a longer value is not known: it may have a key, and need not be cut.
  [[`v=DKIM1; n=${'x'.repeat(489)}…`], {}, undefined],
  [[`${'y'.repeat(500)}…`], { ...SPF_FIELDS, value: 'y'.repeat(600) }, undefined],
  [
    [SPF_FIELDS.value, 'v=spf1 -all'],
    { ...SPF_FIELDS, problem: 'several' },
    /^Merge these SPF records into one/,
  ],
  [[`${SPF_FIELDS.value} ${SPF_FIELDS.value}`], SPF_FIELDS, /^The value contains two records/],
  [['v=spf1 -all'], SPF_FIELDS, undefined],
  [[`"${SPF_FIELDS.value}"`], SPF_FIELDS, /^The value was pasted with quotation marks/],
  [
    ['10 mail.posthorn.dev.acme.dev'],
    MX_FIELDS,
    /^The provider added acme\.dev to the end of the value. End the value with a dot: mail.posthorn.dev\.$/,
  ],
  // Each name server has one of them: what is there is right, and not yet everywhere.
  [['10 aspmx.google.com', '10 mail.posthorn.dev'], { ...MX_FIELDS, problem: 'not_everywhere' }, undefined],
  [
    ['1 aspmx.google.com', '10 mail.posthorn.dev'],
    { ...MX_FIELDS, record: 'Receiving', problem: 'not_preferred' },
    /no longer receives mail for the domain\.$/,
  ],
  [
    ['10 aspmx.google.com', '10 mail.posthorn.dev'],
    { ...MX_FIELDS, problem: 'not_preferred' },
    /the same or a higher priority/,
  ],
  [
    [],
    { problem: 'name_doubled' },
    /^The name contains the domain twice, .* Enter only ph1\._domainkey as the host/,
  ],
  [[], { ...CNAME_FIELDS, problem: 'addresses_instead' }, /a proxy hides it/],
  [['10 aspmx.google.com'], MX_FIELDS, undefined],
  [['https://posthorn.dev'], CNAME_FIELDS, /^The value starts with http/],
  [['posthorn.dev.acme.dev'], { ...CNAME_FIELDS, name: 'links.acme.dev' }, /^The provider added acme\.dev/],
  [['links.mail.acme.dev.cdn.cloudflare.net'], CNAME_FIELDS, /Cloudflare proxy/],
  // What is good, or was not looked up, has no mistakes.
  [[`"${DKIM_TEXT}"`], { status: 'verified' }, undefined],
  [[], { detail: null }, undefined],
];

/** What DNS has nothing of, and what may be the reason. */
const POSSIBLE: readonly [changes: Partial<ShownDnsRecord>, says: RegExp][] = [
  [DMARC_FIELDS, /quotation marks/],
  [
    { ...MX_FIELDS, record: 'Receiving', name: 'acme.dev', host: '@' },
    /most providers use @ for acme.dev itself/,
  ],
];

describe('A DNS record of a domain', () => {
  it('says which known mistake it has', () => {
    for (const [found, changes, says] of SLIPS) {
      const it = dnsRecordOf({ found, ...changes });
      const sure = mistakesOf(it, [it, dnsRecordOf(DMARC_FIELDS)], 'acme.dev').map(
        ({ text, isSure }) => isSure && text,
      );
      if (says === undefined) expect(sure, found.join()).to.deep.equal([]);
      else expect(sure.join(), found.join()).to.match(says);
    }
  });

  it('says what may be wrong where DNS has nothing', () => {
    for (const [changes, says] of POSSIBLE) {
      const mistakes = mistakesOf(dnsRecordOf(changes), [], 'acme.dev');
      expect(mistakes.every(({ isSure }) => !isSure)).to.equal(true);
      expect(mistakes.map(({ text }) => text).join('|')).to.match(says);
    }
  });
});
