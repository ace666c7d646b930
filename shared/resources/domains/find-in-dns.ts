// Finds domains with what their DNS records are made of (dns-records.ts), for operators: one by its name, or those that
// may send.

import { DomainError } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { DomainInDns } from './dns-records.ts';
import type { DomainStatus } from './list.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** A domain with its newest key. */
export interface StoredDomain extends DomainInDns {
  id: string;
  accountId: string;
  status: DomainStatus;
}

type DomainColumns = Omit<StoredDomain, 'dkim'> & { selector: string; publicKeyBase64: string };

const SELECT = `
  SELECT domains.id, account_id AS "accountId", name, status, custom_return_path AS "returnPathLabel",
         receiving_enabled AS receiving, key.selector, key.public_key AS "publicKeyBase64"
  FROM domains
  JOIN LATERAL (SELECT selector, public_key FROM dkim_keys
                WHERE domain_id = domains.id ORDER BY id DESC LIMIT 1) AS key ON true`;

/**
 * Finds a domain by its name. If several accounts have registered it, the one that may send is taken.
 * @param name lower-case ASCII
 * @throws DomainError `not_found`
 */
export async function requireDomainInDns(database: Queryable, name: string): Promise<StoredDomain> {
  const { rows } = await database.query<DomainColumns>(
    `${SELECT} WHERE name = $1 ORDER BY ${DOMAIN_MAY_SEND} DESC, domains.id LIMIT 1`,
    [name],
  );
  if (!rows[0]) throw new DomainError('not_found', `There is no domain ${name}; add-domain adds one.`);
  return toStored(rows[0]);
}

/** The domains that may send, oldest first. */
export async function listSendingDomains(database: Queryable, limit: number): Promise<StoredDomain[]> {
  const { rows } = await database.query<DomainColumns>(
    `${SELECT} WHERE ${DOMAIN_MAY_SEND} ORDER BY domains.id LIMIT $1`,
    [limit],
  );
  return rows.map(toStored);
}

function toStored({ selector, publicKeyBase64, ...domain }: DomainColumns): StoredDomain {
  return { ...domain, dkim: { selector, publicKeyBase64 } };
}
