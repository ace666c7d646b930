// The DNS records of a domain: what its owner publishes so that receiving servers can authenticate its mail, and so that
// bounces and replies find us. A pure function of the domain, its DKIM key and the configuration.

import { dkimRecord, dkimRecordName } from '../../mail/dkim/dkim-keys.ts';

/** A record to publish. */
export interface DomainRecord {
  /** What the record is for. */
  record: 'DKIM' | 'SPF' | 'DMARC' | 'Receiving';
  /** Full name, without the final dot. */
  name: string;
  type: 'TXT' | 'MX';
  /** The text of a TXT record in one piece, or the host of an MX record. */
  value: string;
  /** Of an MX record. */
  priority?: number;
  /** False: mail is sent without it, but large providers expect it. */
  isRequired: boolean;
}

/** The domain whose records are made. */
export interface DomainInDns {
  name: string;
  dkim: { selector: string; publicKeyBase64: string };
  /** Label of the return path below the domain, such as `send`. */
  returnPathLabel: string;
  /** Whether the domain receives mail. */
  receiving: boolean;
}

/** The part of the configuration that the records contain. */
export interface MailHost {
  mailHostname: string;
  spfMechanisms: string;
}

/** Priority of every MX record: each domain has one host, so the number decides nothing. */
const MX_PRIORITY = 10;
/** A policy that only asks for reports: a stricter one is the decision of the domain's owner (RFC 7489 §6.3). */
const DMARC_POLICY = 'v=DMARC1; p=none;';

/** The records of a domain. */
export function listDomainRecords(
  { name, dkim, returnPathLabel, receiving }: DomainInDns,
  { mailHostname, spfMechanisms }: MailHost,
): DomainRecord[] {
  const returnPath = `${returnPathLabel}.${name}`;
  const exchange = { type: 'MX', value: mailHostname, priority: MX_PRIORITY, isRequired: true } as const;
  return [
    {
      record: 'DKIM',
      name: dkimRecordName(dkim.selector, name),
      type: 'TXT',
      value: dkimRecord(dkim.publicKeyBase64),
      isRequired: true,
    },
    // The return path is the envelope's sender: SPF is checked for it, and bounces are sent to it.
    { record: 'SPF', name: returnPath, ...exchange },
    {
      record: 'SPF',
      name: returnPath,
      type: 'TXT',
      value: `v=spf1 ${spfMechanisms} ~all`,
      isRequired: true,
    },
    { record: 'DMARC', name: `_dmarc.${name}`, type: 'TXT', value: DMARC_POLICY, isRequired: false },
    ...(receiving ? [{ record: 'Receiving', name, ...exchange } as const] : []),
  ];
}
