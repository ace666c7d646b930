import { expect } from 'chai';
import type { MtaStsPolicy } from '../../../../shared/mail/mta-sts/policy.ts';
import {
  decideAfter,
  decideTls,
  missesTestedPolicy,
  type TlsFacts,
} from '../../../../workers/transports/mx/tls-policy.ts';

const HOST = 'mx.customer.test';
const record = { usage: 3, selector: 1, matchingType: 1, data: Buffer.alloc(32) };
const sts = (mode: MtaStsPolicy['mode'], ...mx: string[]): MtaStsPolicy => ({ mode, mx, maxAgeS: 86_400 });
const NOTHING: TlsFacts = { dane: { kind: 'none' }, mtaSts: undefined, isEnforced: false, hasFailed: false };
const usable = { kind: 'usable', records: [record], baseDomain: HOST } as const;
const connect = (policy: string, tls: string, more = {}) => ({ kind: 'connect', policy, tls, ...more });
const leftOut = (policy: string, reason: string) => ({ kind: 'leave_out', policy, reason });
const listed = sts('enforce', HOST);
const other = sts('enforce', 'mx.other.test');
const UNLISTED = `The MTA-STS policy of the domain does not list ${HOST}.`;
const UNKNOWN = `The TLSA records of ${HOST} could not be looked up.`;

// biome-ignore format: one rule a line, so that it reads as the table that it is.
const ROWS: [title: string, facts: Partial<TlsFacts>, decision: object][] = [
  ['without a policy takes what the server offers', {}, connect('opportunistic', 'opportunistic')],
  ['goes in the clear where the handshake has failed', { hasFailed: true }, connect('opportunistic', 'off')],
  ['must be, with any certificate, where the sender asks for it', { isEnforced: true, hasFailed: true }, connect('enforced', 'insecure')],
  ['must be verified by an enforced MTA-STS policy', { mtaSts: listed, hasFailed: true }, connect('mta_sts', 'required')],
  ['leaves out a host that an enforced policy does not list', { mtaSts: other }, leftOut('mta_sts', UNLISTED)],
  ['is as without a policy while the policy is tested', { mtaSts: sts('testing', 'mx.other.test') }, connect('opportunistic', 'opportunistic')],
  ['is as without a policy after the policy was ended', { mtaSts: sts('none') }, connect('opportunistic', 'opportunistic')],
  ['must have the certificate of DANE, which wins over MTA-STS', { dane: usable, mtaSts: other }, connect('dane', 'insecure', { dane: usable })],
  ['must be, with any certificate, where the records of DANE are unusable', { dane: { kind: 'unusable' }, hasFailed: true }, connect('dane', 'insecure')],
  ['follows MTA-STS where the records of DANE are unusable', { dane: { kind: 'unusable' }, mtaSts: listed }, connect('mta_sts', 'required')],
  ['leaves out a host whose records of DANE are not known', { dane: { kind: 'unanswered', reason: 'servfail' } }, leftOut('dane', UNKNOWN)],
];

describe('The TLS of a connection to the server of a recipient', () => {
  for (const [title, facts, decision] of ROWS) {
    it(title, () => {
      expect(decideTls(HOST, { ...NOTHING, ...facts })).to.deep.equal(decision);
    });
  }

  it('is given up after a failed handshake only where nothing demands it', () => {
    const decided = (policy: Parameters<typeof decideAfter>[0]['policy']) =>
      decideAfter({ policy, hasFailed: true });
    expect(decided('opportunistic')).to.equal('clear');
    for (const policy of ['enforced', 'mta_sts', 'dane'] as const)
      expect(decided(policy)).to.equal('next_host');
    expect(decideAfter({ policy: 'mta_sts', hasFailed: false })).to.equal('go_on');
  });

  it('misses a tested policy without a verified certificate, or on a host that is not listed', () => {
    expect(missesTestedPolicy(sts('testing', HOST), HOST, true)).to.equal(false);
    expect(missesTestedPolicy(sts('testing', HOST), HOST, false)).to.equal(true);
    expect(missesTestedPolicy(sts('testing', 'mx.other.test'), HOST, true)).to.equal(true);
    expect(missesTestedPolicy(sts('enforce', 'mx.other.test'), HOST, false)).to.equal(false);
    expect(missesTestedPolicy(undefined, HOST, false)).to.equal(false);
  });
});
