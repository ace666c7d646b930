// How many automations one event can start: the cost of an event grows with their number. Automations with the
// scheduled trigger are not started by events.
import { SCHEDULE_TRIGGER } from '../../../contract/automations/values.ts';
import { DomainError } from '../../../contract/domain-error.ts';
import { AUTOMATIONS_OF_TRIGGER_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Automation } from './automation.ts';

/**
 * Refuses to enable one automation more than an event may start. The caller has locked the account.
 * @throws DomainError `validation_error`
 */
export async function requireFewOfTrigger(
  client: Transaction,
  { id, domainId, trigger }: Pick<Automation, 'id' | 'domainId' | 'trigger'>,
): Promise<void> {
  if (trigger === SCHEDULE_TRIGGER) return;
  const { rows } = await client.query<{ count: number }>({
    name: 'count-automations-of-trigger',
    text: `SELECT count(*)::integer AS count FROM automations
           WHERE domain_id = $1 AND trigger = $2 AND status = 'enabled' AND deleted_at IS NULL AND id <> $3`,
    values: [domainId, trigger, id],
  });
  if ((rows[0]?.count ?? 0) < AUTOMATIONS_OF_TRIGGER_MAX) return;
  throw new DomainError(
    'validation_error',
    `A domain can have up to ${AUTOMATIONS_OF_TRIGGER_MAX} enabled automations with the same trigger.`,
  );
}
