// Stores a new automation, up to AUTOMATIONS_MAX per account.
import { DomainError } from '../../../contract/domain-error.ts';
import { AUTOMATIONS_MAX } from '../../../contract/limits.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { AUTOMATION_COLUMNS, type Automation } from './automation.ts';

/** A new automation. */
export type NewAutomation = Omit<Automation, 'epoch' | 'updatedAt'>;

/**
 * Stores an automation. The caller has locked the account, so the limit is exact.
 * @throws DomainError `validation_error` when the account has AUTOMATIONS_MAX
 */
export async function insertAutomation(
  transaction: Transaction,
  automation: NewAutomation,
): Promise<Automation> {
  const { triggerConfig } = automation;
  const { rows } = await transaction.query<Automation>({
    name: 'insert-automation',
    text: `INSERT INTO automations (id, account_id, domain_id, domain, audience_id, name, status, trigger, trigger_key,
             trigger_config, reentry, graph, version_id, created_at, updated_at, answers)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15
           WHERE (SELECT count(*) FROM automations WHERE account_id = $2 AND deleted_at IS NULL) < ${AUTOMATIONS_MAX}
           RETURNING ${AUTOMATION_COLUMNS}`,
    values: [
      automation.id,
      automation.accountId,
      automation.domainId,
      automation.domain,
      automation.audienceId,
      automation.name,
      automation.status,
      automation.trigger,
      automation.triggerKey,
      triggerConfig && JSON.stringify(triggerConfig),
      automation.reentry,
      JSON.stringify(automation.graph),
      automation.versionId,
      automation.createdAt,
      automation.answers,
    ],
  });
  if (rows[0]) return rows[0];
  throw new DomainError('validation_error', `An account can have up to ${AUTOMATIONS_MAX} automations.`);
}
