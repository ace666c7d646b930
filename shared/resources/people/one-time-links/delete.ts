// Deletes the links of an address, because what they allow was done or must no longer be done.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { LinkPurpose } from './link.ts';

/** Links for one purpose, to one address. */
export interface LinksOfAddress {
  purpose: LinkPurpose;
  /** Key form. */
  email: string;
  /** Only the links of this account, of an address confirmation. */
  accountId?: string;
}

const CONDITION = 'email = $1 AND purpose = $2 AND ($3::uuid IS NULL OR account_id = $3)';
const valuesOf = ({ email, purpose, accountId }: LinksOfAddress) => [email, purpose, accountId ?? null];

/**
 * Locks links of an address in the order of their ids. Before one of them is taken and the others are deleted: two
 * requests with two links of the address would otherwise wait for each other.
 */
export async function lockLinksOf(client: Transaction, links: LinksOfAddress): Promise<void> {
  await client.query({
    name: 'lock-one-time-links',
    text: `SELECT FROM one_time_links WHERE ${CONDITION} ORDER BY id FOR UPDATE`,
    values: valuesOf(links),
  });
}

/** Deletes links of an address. */
export async function deleteLinksOf(client: Transaction, links: LinksOfAddress): Promise<void> {
  await lockLinksOf(client, links);
  await client.query({
    name: 'delete-one-time-links',
    text: `DELETE FROM one_time_links WHERE ${CONDITION}`,
    values: valuesOf(links),
  });
}
