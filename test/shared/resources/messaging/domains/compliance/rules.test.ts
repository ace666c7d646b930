// The rules of large mailbox providers that need no database: each as a function of what was found.
import { expect } from 'chai';
import type { DmarcAnswer } from '../../../../../../shared/mail/domains/dmarc.ts';
import {
  type Alignment,
  evaluateAlignment,
} from '../../../../../../shared/resources/messaging/domains/compliance/domain-rules.ts';
import { listRelays } from '../../../../../../shared/resources/messaging/domains/compliance/relays.ts';
import { met, unknown, unmet } from '../../../../../../shared/resources/messaging/domains/compliance/rule.ts';
import {
  evaluateMailHostname,
  evaluatePtr,
  evaluateTls,
  findHostInDns,
  type HostInDns,
} from '../../../../../../shared/resources/messaging/domains/compliance/service-rules.ts';

const GOOD = met('');
const BAD = unmet('');
const SILENT = unknown('');
const ABSENT = { kind: 'absent', organizationalDomain: 'acme.dev' } as const;

function policy(changes: Partial<Extract<DmarcAnswer, { kind: 'found' }>> = {}): DmarcAnswer {
  return {
    kind: 'found',
    policy: 'none',
    record: 'v=DMARC1; p=none',
    name: '_dmarc.acme.dev',
    strict: { dkim: false, spf: false },
    isTest: false,
    organizationalDomain: 'acme.dev',
    ...changes,
  };
}

function aligned(changes: Partial<Alignment>) {
  const alignment: Alignment = {
    returnPath: 'send.acme.dev',
    spf: GOOD,
    dkim: GOOD,
    dmarc: policy(),
    returnPathOrganization: 'acme.dev',
    ...changes,
  };
  return evaluateAlignment('acme.dev', alignment);
}

describe('The rule of alignment', () => {
  const strictSpf = policy({ strict: { dkim: true, spf: true } });
  const cases: [title: string, changes: Partial<Alignment>, isMet: boolean | null][] = [
    ['DKIM and SPF', {}, true],
    ['DKIM alone', { spf: BAD }, true],
    ['DKIM, with the strict mode for both', { dmarc: strictSpf }, true],
    ['DKIM, while DNS does not answer for SPF', { spf: SILENT }, true],
    ['SPF alone', { dkim: BAD }, true],
    [
      'SPF alone, without a DMARC record',
      { dkim: BAD, dmarc: ABSENT, returnPathOrganization: 'send.acme.dev' },
      true,
    ],
    ['SPF alone, in the strict mode', { dkim: BAD, dmarc: strictSpf }, false],
    [
      'SPF of a return path of another organization',
      { dkim: BAD, returnPathOrganization: 'send.acme.dev' },
      false,
    ],
    ['neither', { dkim: BAD, spf: BAD }, false],
    ['neither, while DNS does not answer for SPF', { dkim: BAD, spf: SILENT }, null],
    ['neither, while DNS does not answer for DKIM', { dkim: SILENT, spf: BAD }, null],
    ['SPF alone, of an unknown organization', { dkim: BAD, returnPathOrganization: undefined }, null],
    [
      'SPF alone, without an answer for DMARC',
      { dkim: BAD, dmarc: { kind: 'unanswered', reason: 'timeout' } },
      null,
    ],
    [
      'SPF alone, without an answer above',
      { dkim: BAD, dmarc: policy({ organizationalDomain: null }) },
      null,
    ],
  ];
  for (const [title, changes, isMet] of cases) {
    it(`${title}: ${isMet === null ? 'not known' : isMet ? 'met' : 'broken'}`, () => {
      expect(aligned(changes).met).to.equal(isMet);
    });
  }

  it('says when SPF alone would not do', () => {
    expect(aligned({}).message).to.include('send.acme.dev is also aligned');
    expect(aligned({ dmarc: strictSpf }).message).to.include('SPF alone would not be enough');
  });
});

const HOST = 'mail.acme.dev';
const SES = 'smtp://u:p@email-smtp.eu-central-1.amazonaws.com:587';

describe('The servers of SMTP_URL', () => {
  it('are known providers, machines of the operator, or others', () => {
    const kinds = (smtpUrl?: string) =>
      listRelays(smtpUrl, HOST).map(({ provider, isOwn }) => provider ?? (isOwn ? 'own' : 'other'));
    expect(kinds()).to.deep.equal([]);
    expect(kinds(`${SES}, smtps://u:p@smtp.sendgrid.net`)).to.deep.equal(['Amazon SES', 'SendGrid']);
    expect(kinds('smtp://u:p@smtp.eu.mailgun.org,smtp://t:t@smtp.postmarkapp.com:587')).to.deep.equal([
      'Mailgun',
      'Postmark',
    ]);
    expect(kinds('smtp://127.0.0.1:25,smtp://[::1]:25,smtp://10.0.0.7')).to.deep.equal(['own', 'own', 'own']);
    expect(kinds('mx:')).to.deep.equal(['own']);
    expect(kinds(`smtp://postfix:25,smtp://${HOST}`)).to.deep.equal(['own', 'own']);
    expect(kinds('smtp://relay.acme.dev,smtp://198.51.100.1')).to.deep.equal(['other', 'own']);
    expect(kinds('smtp://8.8.8.8,smtp://ec2-1-2-3-4.compute.amazonaws.com')).to.deep.equal([
      'other',
      'other',
    ]);
    expect(kinds('smtp://email-smtp.x.amazonaws.com.acme.dev,smtp://notsmtp.sendgrid.net')).to.deep.equal([
      'other',
      'other',
    ]);
  });

  it('decide whether TLS is used, as far as it is known', () => {
    expect(evaluateTls(listRelays(SES, HOST))).to.deep.include({ met: true });
    expect(evaluateTls(listRelays(`${SES},smtp://relay.acme.dev`, HOST))).to.deep.include({ met: null });
    expect(evaluateTls(listRelays('smtp://u:secret@relay.acme.dev', HOST)).message)
      .to.include('relay.acme.dev')
      .and.not.include('secret');
    expect(evaluateTls([])).to.deep.include({ met: null });
    expect(evaluateTls(listRelays('mx:', HOST))).to.deep.include({ met: true });
    const both = [...listRelays('mx:', HOST), ...listRelays(SES, HOST)];
    expect(evaluateTls(both)).to.deep.include({ met: true });
    expect(evaluateTls([...both, ...listRelays('smtp://relay.acme.dev', HOST)]).message).to.include(
      'relay.acme.dev',
    );
  });
});

describe('The rules about MAIL_HOSTNAME', () => {
  const own = listRelays('smtp://127.0.0.1:25', HOST);
  const host = (...names: (string[] | 'none' | 'silent')[]): HostInDns => {
    const named = names.map((list, index) => ({
      address: `192.0.2.${index}`,
      names:
        list === 'silent'
          ? ({ kind: 'unanswered', reason: 'timeout' } as const)
          : list === 'none'
            ? ({ kind: 'absent' } as const)
            : ({ kind: 'found', values: list } as const),
    }));
    const values = named.map(({ address }) => ({ address, family: 4 as const }));
    return {
      mailHostname: HOST,
      addresses: values.length === 0 ? { kind: 'absent' } : { kind: 'found', values },
      named,
    };
  };

  it('are met by an address with its name', () => {
    expect(evaluateMailHostname(host([HOST])).met).to.equal(true);
    expect(evaluatePtr(host([HOST]), own).met).to.equal(true);
    expect(evaluatePtr(host(['other.acme.dev', HOST], [HOST]), own).met).to.equal(true);
  });

  it('are broken by an address without a name, or with another one, where mail leaves from this machine', () => {
    for (const broken of [host('none'), host(['x.acme.dev']), host([HOST], 'none'), host('silent', 'none')]) {
      expect(evaluatePtr(broken, own).met).to.equal(false);
      expect(evaluatePtr(broken, []).met).to.equal(null);
      expect(evaluatePtr(broken, listRelays(`${SES},smtp://127.0.0.1`, HOST)).met).to.equal(false);
      expect(evaluatePtr(broken, listRelays(SES, HOST)).met).to.equal(true);
    }
  });

  it('are not known while DNS does not answer', () => {
    const silent = { ...host(), addresses: { kind: 'unanswered', reason: 'timeout' } } as const;
    expect(evaluateMailHostname(silent).met).to.equal(null);
    expect(evaluatePtr(silent, own).met).to.equal(null);
    expect(evaluatePtr(host([HOST], 'silent'), own).met).to.equal(null);
  });

  it('are broken without an address, and with a name that is not public', async () => {
    expect(evaluateMailHostname(host()).met).to.equal(false);
    expect(evaluatePtr(host(), own).met).to.equal(false);
    const asked = () => expect.fail('DNS was asked');
    for (const name of ['localhost', '192.0.2.1', '']) {
      const found = await findHostInDns(name, { addresses: asked, ptr: asked });
      expect(evaluateMailHostname(found)).to.deep.include({ met: false });
    }
  });

  it('ask for the names of eight addresses at most', async () => {
    const values = Array.from({ length: 500 }, (_, index) => ({
      address: `192.0.2.${index}`,
      family: 4 as const,
    }));
    let asked = 0;
    const found = await findHostInDns(HOST, {
      addresses: () => Promise.resolve({ kind: 'found', values }),
      ptr: () => {
        asked += 1;
        return Promise.resolve({ kind: 'found', values: [HOST] });
      },
    });
    expect(asked).to.equal(8);
    expect(evaluateMailHostname(found).message).to.have.length.below(200);
  });
});
