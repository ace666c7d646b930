// An address in relation to an account, for look-ups in the lists that accounts keep (suppression list, confirmed
// addresses). Their tables hold addresses in key form (shared/mail/addresses.ts).

/** An address that an account wants to send to. */
export interface AccountAddress {
  accountId: string;
  /** The address in any spelling. */
  address: string;
}
