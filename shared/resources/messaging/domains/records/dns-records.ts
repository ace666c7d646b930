// The DNS records of a domain: what its owner publishes so that receiving servers can authenticate its mail, and so that
// bounces and replies find us. A pure function of the domain, its DKIM keys, its providers and the configuration.

import { dkimRecord, dkimRecordName } from '../../../../mail/dkim/dkim-keys.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { publicHost } from '../../../../platform/config/variable-values.ts';
import { requirePackage } from '../../../../platform/process/require-package.ts';
import type { Domain, ShownRecord } from '../domain.ts';
import type { DkimKey } from '../keys/dkim-key.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** The use of a domain; each use needs records of its own. */
export type Capability = 'sending' | 'receiving';

/** A record to publish. */
export interface DomainRecord {
  /** The identity of the record in the domain, whatever its value: `DKIM ph1`. */
  key: string;
  /** The purpose of the record. */
  record: ShownRecord['record'];
  /** Full name, without the final dot. */
  name: string;
  type: ShownRecord['type'];
  /** The text of a TXT record in one piece, or a host. */
  value: string;
  /** The priority of an MX record. */
  priority: number | null;
  /** The use of the domain that depends on the record; null: mail is sent and received without it. */
  neededFor: Capability | null;
  /** The key of a DKIM record. */
  dkimKey?: DkimKey;
}

/** The part of a domain that its records depend on. */
export type DomainInDns = Pick<
  Domain,
  'name' | 'customReturnPath' | 'sendingEnabled' | 'receivingEnabled' | 'trackingSubdomain' | 'providers'
>;

/** The part of the configuration that the records contain. */
export interface MailHost {
  /** The host that takes bounces and mail. */
  mailHostname: string;
  /** The SPF mechanisms of providers that name none of their own. */
  spfMechanisms: string;
  /** The host of tracked links. */
  trackingHost: string;
  /** The authority that issues its certificates, as CAA records name it. */
  certificateIssuer: string;
}

/** The values that the records of all domains contain. */
export function mailHostOf({
  mailHostname,
  spfMechanisms,
  publicUrl,
  certificateIssuer,
}: Pick<Config, 'mailHostname' | 'spfMechanisms' | 'publicUrl' | 'certificateIssuer'>): MailHost {
  return { mailHostname, spfMechanisms, trackingHost: publicHost(publicUrl), certificateIssuer };
}

/** Priority of every MX record: each domain has one host, so the number decides nothing. */
const MX_PRIORITY = 10;
/** A policy that only asks for reports: a stricter one is the decision of the domain's owner (RFC 9989 §4.7). */
const DMARC_POLICY = 'v=DMARC1; p=none;';

/** The records of a domain, except the one that only DNS knows to be needed (tracking-caa.ts). */
export function listDomainRecords(
  domain: DomainInDns,
  keys: readonly DkimKey[],
  mailHost: MailHost,
): DomainRecord[] {
  const { name, receivingEnabled } = domain;
  return [
    ...(domain.sendingEnabled ? sendingRecords(domain, keys, mailHost) : []),
    ...(receivingEnabled ? [mx('Receiving', name, mailHost, 'receiving')] : []),
    ...trackingRecords(domain, mailHost),
  ];
}

function sendingRecords(
  { name, customReturnPath, providers }: DomainInDns,
  keys: readonly DkimKey[],
  mailHost: MailHost,
): DomainRecord[] {
  const returnPath = `${customReturnPath}.${name}`;
  const mechanisms = providers.flatMap(({ spfInclude }) => (spfInclude ?? mailHost.spfMechanisms).split(' '));
  const signs = keys.find(({ state }) => state === 'active') ?? keys[0];
  return [
    ...keys.map((key) => ({
      ...text('DKIM', key.selector, dkimNameOf(key, name), dkimRecord(key.publicKeyBase64), key === signs),
      dkimKey: key,
    })),
    // The return path is the envelope's sender: SPF is checked for it, and bounces are sent to it.
    mx('SPF', returnPath, mailHost, 'sending'),
    text('SPF', 'TXT', returnPath, `v=spf1 ${[...new Set(mechanisms)].join(' ')} ~all`, true),
    text('DMARC', 'TXT', `_dmarc.${name}`, DMARC_POLICY, false),
  ];
}

function dkimNameOf({ selector }: DkimKey, name: string): string {
  return dkimRecordName(selector, name);
}

function text(
  record: DomainRecord['record'],
  detail: string,
  name: string,
  value: string,
  isNeeded: boolean,
): DomainRecord {
  const neededFor = isNeeded ? 'sending' : null;
  return { key: `${record} ${detail}`, record, name, type: 'TXT', value, priority: null, neededFor };
}

function mx(
  record: DomainRecord['record'],
  name: string,
  { mailHostname: value }: MailHost,
  neededFor: Capability,
): DomainRecord {
  return { key: `${record} MX`, record, name, type: 'MX', value, priority: MX_PRIORITY, neededFor };
}

function trackingRecords(
  { name, trackingSubdomain }: DomainInDns,
  { trackingHost }: MailHost,
): DomainRecord[] {
  if (trackingSubdomain === null) return [];
  return [
    {
      key: `Tracking ${trackingSubdomain}`,
      record: 'Tracking',
      name: `${trackingSubdomain}.${name}`,
      type: 'CNAME',
      value: trackingHost,
      priority: null,
      neededFor: null,
    },
  ];
}

/** The name as most DNS providers ask for it: below the registrable domain, which itself is `@`. */
export function hostOfRecord(name: string): string {
  const registrable = registrableOf(name);
  return name === registrable ? '@' : name.slice(0, -registrable.length - 1);
}

/** The domain that its owner has registered, to which the name belongs; of an unknown kind the name itself. */
export function registrableOf(name: string): string {
  return getDomain(name) ?? name;
}
