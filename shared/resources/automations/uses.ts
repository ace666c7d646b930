// Finds an enabled automation that uses something, which then cannot be deleted: a segment, a topic, a template, a contact
// property or a domain. The caller holds the lock of the account (shared/resources/accounts/lock.ts), as those who enable
// automations do, so none begins to use it meanwhile. An account has AUTOMATIONS_MAX of them, so they are all read.
import { DomainError } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { Template } from '../templates/template.ts';

/** What an automation may use. */
export type UsedByAutomations =
  | { segmentId: string }
  | { topicId: string }
  | { template: Pick<Template, 'id' | 'alias'> }
  | { propertyKey: string }
  | { domainId: string };

/** An automation, as refusals name it. */
export interface AutomationUser {
  id: string;
  name: string;
}

/**
 * Finds the oldest enabled automation that uses something.
 * @param client inside a transaction that has locked the account
 */
export async function findEnabledAutomationUsing(
  client: Queryable,
  accountId: string,
  used: UsedByAutomations,
): Promise<AutomationUser | undefined> {
  const { name, condition, value } = conditionOf(used);
  const { rows } = await client.query<AutomationUser>({
    name: `find-automation-using-${name}`,
    text: `SELECT automations.id, automations.name
           FROM automations LEFT JOIN automation_versions AS version ON version.id = automations.version_id
           WHERE automations.account_id = $1 AND status = 'enabled' AND deleted_at IS NULL AND ${condition}
           ORDER BY automations.id LIMIT 1`,
    values: [accountId, value],
  });
  return rows[0];
}

/** Checks that no enabled automation uses something. @throws DomainError `validation_error` that names one */
export async function requireUnusedByAutomations(
  client: Transaction,
  accountId: string,
  used: UsedByAutomations,
): Promise<void> {
  const user = await findEnabledAutomationUsing(client, accountId, used);
  if (!user) return;
  throw new DomainError(
    'validation_error',
    `The enabled automation ${JSON.stringify(user.name)} uses it, so it cannot be deleted.`,
  );
}

interface UseCondition {
  name: string;
  /** SQL; `$2` is the value. */
  condition: string;
  value: string;
}

function conditionOf(used: UsedByAutomations): UseCondition {
  if ('segmentId' in used) return configHas('segment', 'segment_id', [used.segmentId.toLowerCase()]);
  if ('topicId' in used) return configHas('topic', 'topic_id', [used.topicId.toLowerCase()]);
  if ('template' in used) {
    const { id, alias } = used.template;
    return configHas('template', 'template.id', alias === null ? [id] : [id, alias]);
  }
  if ('propertyKey' in used) {
    const condition = `jsonb_path_exists(version.properties::jsonb, 'strict $[*] ? (@[0] == $used)', $2::jsonb)`;
    return { name: 'property', condition, value: JSON.stringify({ used: used.propertyKey }) };
  }
  return { name: 'domain', condition: 'automations.domain_id = $2::uuid', value: used.domainId };
}

/** @param path of a field of the config of steps */
function configHas(name: string, path: string, values: readonly string[]): UseCondition {
  const condition = `jsonb_path_exists(version.graph::jsonb, '$.steps[*].config.${path} ? (@ == $used[*])', $2::jsonb)`;
  return { name, condition, value: JSON.stringify({ used: values }) };
}
