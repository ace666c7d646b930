// Finds an enabled automation that uses a thing, which then cannot be deleted: a segment, a topic, a template, a
// contact property or a domain. The caller has locked the account (shared/resources/foundation/accounts/lock.ts), as
// enabling an automation does, so none begins to use it. An account has AUTOMATIONS_MAX of them, so they are all read.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { FindUse, UsedResource } from '../../foundation/in-use.ts';
import type { AutomationStatus } from './graph/graph.ts';

/** The oldest enabled automation that uses it. */
export const findAutomationUsing: FindUse = async (client, accountId, used) => {
  const found = conditionOf(used);
  if (!found) return undefined;
  const { condition, value } = found;
  const { rows } = await client.query<{ name: string }>({
    name: `find-automation-using-${used.kind}`,
    text: `SELECT automations.name
           FROM automations LEFT JOIN automation_versions AS version ON version.id = automations.version_id
           WHERE automations.account_id = $1 AND status = 'enabled' AND deleted_at IS NULL AND ${condition}
           ORDER BY automations.id LIMIT 1`,
    values: [accountId, value],
  });
  return rows[0] && `The enabled automation ${JSON.stringify(rows[0].name)}`;
};

/** An automation of a domain. */
export interface AutomationOfDomain {
  id: string;
  name: string;
  status: AutomationStatus;
}

/** The automations of a domain, those that are enabled first. */
export async function listAutomationsOfDomain(
  database: Queryable,
  accountId: string,
  domainId: string,
): Promise<AutomationOfDomain[]> {
  const { rows } = await database.query<AutomationOfDomain>({
    name: 'list-automations-of-domain',
    text: `SELECT id, name, status FROM automations
           WHERE account_id = $1 AND domain_id = $2 AND deleted_at IS NULL ORDER BY status = 'enabled' DESC, id`,
    values: [accountId, domainId],
  });
  return rows;
}

interface UseCondition {
  /** SQL; `$2` is the value. */
  condition: string;
  value: string;
}

/** @returns undefined: an automation depends on its domain, whose audience stays, and names no campaign and no poll */
function conditionOf(used: UsedResource): UseCondition | undefined {
  switch (used.kind) {
    case 'audience':
    case 'campaign':
    case 'poll':
      return undefined;
    case 'segment':
      return configHas('segment_id', [used.id.toLowerCase()]);
    case 'topic':
      return configHas('topic_id', [used.id.toLowerCase()]);
    case 'template':
      return configHas('template.id', used.names);
    case 'contact_property':
      return {
        condition: `jsonb_path_exists(version.properties::jsonb, 'strict $[*] ? (@[0] == $used)', $2::jsonb)`,
        value: JSON.stringify({ used: used.key }),
      };
    case 'domain':
      return { condition: 'automations.domain_id = $2::uuid', value: used.id };
  }
}

/** @param path of a field of the config of steps */
function configHas(path: string, values: readonly string[]): UseCondition {
  return {
    condition: `jsonb_path_exists(version.graph::jsonb, '$.steps[*].config.${path} ? (@ == $used[*])', $2::jsonb)`,
    value: JSON.stringify({ used: values }),
  };
}
