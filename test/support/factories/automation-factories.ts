// Factories of automations: they insert an automation with the version that its runs take, so that a test names only the
// values that matter to it.
import type { Pool } from 'pg';
import { DEFAULT_TRIGGER } from '../../../shared/contract/automations/values.ts';
import {
  type Answers,
  GRAPH_FORMAT,
  type Graph,
  type GraphStep,
  type Reentry,
  TRIGGER_KEY,
  type UsedProperty,
} from '../../../shared/resources/flows/automations/graph/graph.ts';
import { factoryIds as ids } from './factory-ids.ts';

type GivenStep = { [Type in GraphStep['type']]: Pick<GraphStep & { type: Type }, 'key' | 'type' | 'config'> };

/** Fields of an automation that a test may set. */
export interface AutomationFields {
  domainId: string;
  name?: string;
  trigger?: string;
  status?: 'enabled' | 'disabled';
  reentry?: Reentry;
  answers?: Answers;
  /** By default a delay of a day. */
  steps?: readonly GivenStep[GraphStep['type']][];
  /** By default a chain in the order of the steps. */
  connections?: Graph['connections'];
  properties?: UsedProperty[];
}

const DAY: GivenStep['delay'] = { key: 'delay', type: 'delay', config: { duration: '1 day' } };

/** Inserts an automation of a domain, with a version of its graph. */
export async function createAutomation(pool: Pool, accountId: string, fields: AutomationFields) {
  const { domainId, name = 'Factory automation', trigger = DEFAULT_TRIGGER, status = 'enabled' } = fields;
  const { reentry = 'always', steps: given = [DAY], properties = [] } = fields;
  const id = ids.next();
  const versionId = ids.next();
  const steps = given.map((step, index) => ({ ...step, id: ids.next(), position: index + 1 }));
  const keys = [TRIGGER_KEY, ...given.map(({ key }) => key)];
  const chain = keys.slice(1).map((to, index) => ({ from: keys[index], to, type: 'default' }));
  const graph = { steps, connections: fields.connections ?? chain };
  await pool.query(
    `INSERT INTO automations (id, account_id, domain_id, domain, audience_id, name, status, trigger, reentry, graph,
                              version_id, created_at)
     SELECT $1, $2, id, name, audience_id, $4, $5, $6, $7, $8, $9, now() FROM domains WHERE id = $3`,
    [id, accountId, domainId, name, status, trigger, reentry, JSON.stringify(graph), versionId],
  );
  // A database before an upgrade has no such column.
  if (fields.answers)
    await pool.query('UPDATE automations SET answers = $2 WHERE id = $1', [id, fields.answers]);
  await pool.query(
    `INSERT INTO automation_versions (id, automation_id, account_id, number, format, graph, properties, created_at)
     VALUES ($1, $2, $3, 1, $4, $5, $6, now())`,
    [
      versionId,
      id,
      accountId,
      GRAPH_FORMAT,
      JSON.stringify({ triggerKey: null, ...graph }),
      JSON.stringify(properties),
    ],
  );
  return { id, accountId, domainId, versionId, trigger, stepIds: steps.map((step) => step.id) };
}

/** The steps of a wait for an event, which a test gives to `createAutomation`. */
export function waitFor(
  eventName: string,
  config: Omit<GivenStep['wait_for_event']['config'], 'event_name'> = {},
): GivenStep['wait_for_event'] {
  return { key: `wait_${eventName}`, type: 'wait_for_event', config: { event_name: eventName, ...config } };
}
