// Asks the owner of an address, by a mailed link, to confirm that an account in the sandbox may send to it. The link opens
// a page (api/public/confirm-address/), whose button confirms (confirm.ts). How much may be mailed is limited, because
// the account chooses to whom.
import { DomainError } from '../../../contract/domain-error.ts';
import { CONFIRMED_ADDRESSES_MAX } from '../../../contract/limits.ts';
import { isReservedDomain } from '../../../mail/domains/reserved-domains.ts';
import { isSimulatorAddress } from '../../../mail/simulator-address.ts';
import type { Config } from '../../../platform/config/config.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Background } from '../../../platform/lifecycle/background.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type NewAuditEvent, recordAuditEvent } from '../../foundation/audit-events/record.ts';
import { createMailedLink } from '../one-time-links/create.ts';
import { deleteLinksOf } from '../one-time-links/delete.ts';
import { type MailLinkDeps, mailLink } from '../one-time-links/mail.ts';
import { countLinkMail } from '../one-time-links/mail-limits.ts';
import { type ConfirmedAddress, listConfirmedAddresses } from './list.ts';

/** Dependencies of asking. */
export interface AskToConfirmDeps extends MailLinkDeps {
  background: Background;
  config: Pick<Config, 'publicUrl' | 'simulatorDomains'>;
}

/** The address to confirm, and the person who asks, as audit events have it. */
export interface AskedAddress {
  act: Omit<NewAuditEvent, 'targetId' | 'outcome'> & { accountId: string };
  /** Key form. */
  email: string;
}

/**
 * Mails a link, which replaces an earlier one of the account to the address. An address that is confirmed already gets no
 * mail.
 * @returns the address, confirmed or not
 * @throws DomainError `reserved_recipient`; `validation_error` for the simulator, and when the account has
 *   CONFIRMED_ADDRESSES_MAX; `rate_limit_exceeded` when the account or the address has got too many mails
 */
export async function askToConfirm(
  deps: AskToConfirmDeps,
  { act, email }: AskedAddress,
): Promise<ConfirmedAddress> {
  const { database, ids, config, background } = deps;
  const { accountId, now } = act;
  refuseUnmailable(email, config.simulatorDomains);
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const known = await listConfirmedAddresses(client, accountId, now);
    const before = known.find((address) => address.email === email);
    if (before?.confirmedAt) return before;
    if (!before) requireRoom(known.length);
    const link = { purpose: 'address_confirmation', email, accountId } as const;
    await deleteLinksOf(client, link);
    await countLinkMail(client, 'address_confirmation', { accountId, email, now });
    const id = await createMailedLink(client, ids, { ...link, now });
    await recordAuditEvent(client, ids, { ...act, targetId: email });
    client.afterCommit(() => background.start(`mail link ${id}`, () => mailLink(deps, id)));
    return { email, confirmedAt: null, mailedLinkId: id };
  });
}

function refuseUnmailable(email: string, simulatorDomains: readonly string[]): void {
  if (isSimulatorAddress(email, simulatorDomains)) {
    throw new DomainError(
      'validation_error',
      `${email} is a simulator address, which every account can send to.`,
      { field: 'email' },
    );
  }
  if (!isReservedDomain(email.slice(email.lastIndexOf('@') + 1))) return;
  throw new DomainError(
    'reserved_recipient',
    `${email} is on a domain that is reserved for documentation and tests. Nothing was sent.`,
    { field: 'email' },
  );
}

function requireRoom(count: number): void {
  if (count < CONFIRMED_ADDRESSES_MAX) return;
  throw new DomainError(
    'validation_error',
    `An account can have up to ${CONFIRMED_ADDRESSES_MAX} confirmed addresses, including pending ones.`,
    { field: 'email' },
  );
}
