// Refuses recipients at domains that are reserved for documentation and tests. POST /emails drops them instead
// (drop-cause.ts); all other requests that send are refused before anything is stored.
import { DomainError } from '../../../../contract/domain-error.ts';
import { isReservedDomain } from '../../../../mail/domains/reserved-domains.ts';
import { isSimulatorAddress } from '../../../../mail/simulator-address.ts';
import type { ParsedMailbox } from '../email.ts';

/** @throws DomainError `reserved_recipient`; the simulator's domains are none of these */
export function refuseReservedRecipients(
  recipients: readonly ParsedMailbox[],
  simulatorDomains: readonly string[],
): void {
  for (const { mailbox } of recipients) {
    if (isSimulatorAddress(mailbox.address, simulatorDomains) || !isReservedDomain(mailbox.domain)) continue;
    throw new DomainError(
      'reserved_recipient',
      `${mailbox.address} is on a domain that is reserved for documentation and tests. Nothing was sent.`,
    );
  }
}
