// Listeners for a domain that moves to another audience or leaves its account: parts of the program that are above
// domains, such as automations. The process passes them to the code that changes or deletes a domain or completes a
// claim.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';

/** A part of the program that handles each domain that moves or leaves. */
export interface DomainListener {
  /**
   * A domain is about to move to another audience, in a transaction that has locked the account, the domain and the
   * audience.
   * @throws DomainError `validation_error` when it cannot move
   */
  onMove(client: Transaction, domain: { id: string; accountId: string }, audienceId: string): Promise<void>;
  /** A domain that nothing uses is about to be deleted, in a transaction that has locked the account and the domain. */
  onDelete(client: Transaction, domain: { id: string; accountId: string }): Promise<void>;
  /** A domain has been lost to another account, in a transaction that has locked it. */
  onLost(client: Transaction, queues: QueueProducer, domainId: string, now: Date): Promise<void>;
}
