// Confirms by a mailed link that an account in the sandbox may send to the address of the link. A person who has the link
// reads the mail of the address, so no sign-in is required.
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { confirmAddress } from '../../foundation/accounts/confirmed-addresses.ts';
import { requireOwnAccount } from '../../foundation/accounts/own-account.ts';
import { consumeLink, findLink } from '../one-time-links/consume.ts';

/** The request of a link. */
export interface Confirmation {
  email: string;
  accountName: string;
}

interface ConfirmationLink {
  token: string;
  now: Date;
}

const PURPOSE = 'address_confirmation';

/** Finds what a link asks, and changes nothing. @returns undefined: the link is unknown, used or expired */
export async function findConfirmation(
  database: Queryable,
  { token, now }: ConfirmationLink,
): Promise<Confirmation | undefined> {
  const link = await findLink(database, { purpose: PURPOSE, token, now });
  return link && (await toConfirmation(database, link));
}

/**
 * Takes a link and confirms its address.
 * @throws DomainError `validation_error` when the link is unknown, used or expired
 */
export async function confirmByLink(
  database: Database,
  { token, now }: ConfirmationLink,
): Promise<Confirmation> {
  return await transaction(database, async (client) => {
    const link = await consumeLink(client, { purpose: PURPOSE, token, now });
    const confirmation = await toConfirmation(client, link);
    await confirmAddress(client, accountOf(link), link.email, now);
    return confirmation;
  });
}

interface LinkOfAccount {
  accountId: string | null;
  email: string;
}

async function toConfirmation(database: Queryable, link: LinkOfAccount): Promise<Confirmation> {
  const { name } = await requireOwnAccount(database, accountOf(link));
  return { email: link.email, accountName: name };
}

/** The table has a constraint on it. */
function accountOf({ accountId }: LinkOfAccount): string {
  if (accountId === null) throw new Error('The link of an address confirmation has no account.');
  return accountId;
}
