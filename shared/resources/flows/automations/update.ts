// Updates an automation: PATCH /automations/:id. It is judged by the status that it asks for: with `disabled` it may edit
// an enabled automation, with `enabled` it edits first and enables then. Runs that have started keep their version.
import { isDeepStrictEqual } from 'node:util';
import { cannotBeChanged, DomainError } from '../../../contract/domain-error.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { type ChangeCondition, requireUnchanged, timeOfChange } from '../../foundation/if-unchanged.ts';
import { normalizeDomainName } from '../../messaging/domains/domain-name.ts';
import { findOwnDomain } from '../../messaging/domains/find.ts';
import { AUTOMATION_COLUMNS, type Automation, type AutomationPath } from './automation.ts';
import { planSchedule } from './batches/schedule.ts';
import type { WriteAutomationDeps } from './create.ts';
import { lockAutomation } from './find.ts';
import type { Answers, AutomationStatus, GivenGraph, Reentry } from './graph/graph.ts';
import { checkGraph } from './graph/reading/check-graph.ts';
import { type ReadGraph, readGraph } from './graph/reading/read-graph.ts';
import { requireFewOfTrigger } from './limit-of-trigger.ts';
import { makeVersion } from './versions/make-version.ts';

/** The fields to change; absent fields keep their value. */
export interface AutomationChanges extends ChangeCondition {
  name?: string | undefined;
  /** Must be the present one. */
  domain?: string | undefined;
  status?: AutomationStatus | undefined;
  reentry?: Reentry | undefined;
  answers?: Answers | undefined;
  given: GivenGraph;
}

/** The fields that a change may write. */
const WRITTEN = [
  'domainId',
  'audienceId',
  'name',
  'status',
  'trigger',
  'triggerKey',
  'triggerConfig',
  'reentry',
  'answers',
  'graph',
  'versionId',
] as const satisfies readonly (keyof Automation)[];

/**
 * Updates an automation. Fields that have the value already are not change.
 * @throws DomainError `not_found`, also for a template, segment or topic; `validation_error`, `missing_required_field` or
 *   `invalid_from_address` for a fault of the graph; `validation_error` for another domain, another time, and for an edit of
 *   an enabled automation that asks for no status
 */
export async function updateAutomation(
  deps: WriteAutomationDeps,
  path: AutomationPath,
  { given, domain, ifUpdatedAt, ...changes }: AutomationChanges,
  now: Date,
): Promise<Automation> {
  return await transaction(deps.database, async (client) => {
    await lockAccount(client, path.accountId);
    const present = await lockAutomation(client, path);
    requireUnchanged('automation', present, ifUpdatedAt);
    if (domain !== undefined && normalizeDomainName(domain) !== present.domain)
      throw cannotBeChanged('domain');
    const { name = present.name, status = present.status } = changes;
    const { reentry = present.reentry, answers = present.answers } = changes;
    const read = readGraph(given, { ids: deps.ids, now, replaced: present });
    const { written: _, ...graph } = read;
    const edited = { ...present, name, status, reentry, answers, ...graph };
    const isEdited = !isSame(present, edited, ['trigger', 'triggerKey', 'triggerConfig', 'graph']);
    if (isEdited && changes.status === undefined) requireDisabled(present);
    if (!isEdited && status === present.status)
      return isSame(present, edited, WRITTEN) ? present : await store(client, edited, now);
    const changed = await settle(client, deps, edited, read, now);
    await planSchedule(client, changed, { ids: deps.ids, now });
    return isSame(present, changed, WRITTEN) ? present : await store(client, changed, now);
  });
}

/** Checks that the steps of an automation may be edited. @throws DomainError `validation_error` */
export function requireDisabled({ status }: Pick<Automation, 'status'>): void {
  if (status === 'disabled') return;
  throw new DomainError(
    'validation_error',
    'The automation is enabled. Disable it before you change its trigger, steps or connections.',
  );
}

function isSame(a: Automation, b: Automation, fields: readonly (keyof Automation)[]): boolean {
  return fields.every((field) => isDeepStrictEqual(a[field], b[field]));
}

/** Checks an automation whose graph or status changes, and makes a version for an enabled one. */
async function settle(
  client: Transaction,
  { ids }: WriteAutomationDeps,
  edited: Automation,
  { written }: ReadGraph,
  now: Date,
): Promise<Automation> {
  const { status } = edited;
  const isEnabled = status === 'enabled';
  const automation = isEnabled ? await withDomain(client, edited) : edited;
  const { triggerKey, graph } = automation;
  const properties = await checkGraph(client, { ...automation, now }, { ...automation, written }, { status });
  if (!isEnabled) return automation;
  await requireFewOfTrigger(client, automation);
  const versionId = await makeVersion(client, automation, { triggerKey, graph, properties }, { ids, now });
  return { ...automation, versionId };
}

/** An automation whose domain was deleted takes a new one of the same name. */
async function withDomain(client: Transaction, automation: Automation): Promise<Automation> {
  if (automation.domainId !== null) return automation;
  const domain = await findOwnDomain(client, automation.accountId, automation.domain);
  if (domain) return { ...automation, domainId: domain.id, audienceId: domain.audienceId };
  throw new DomainError(
    'validation_error',
    `The domain ${automation.domain} was deleted. Add it again before you enable the automation.`,
  );
}

async function store(client: Transaction, automation: Automation, now: Date): Promise<Automation> {
  const { triggerConfig } = automation;
  const { rows } = await client.query<Automation>({
    name: 'update-automation',
    text: `UPDATE automations SET domain_id = $2, audience_id = $3, name = $4, status = $5, trigger = $6,
             trigger_key = $7, trigger_config = $8, reentry = $9, graph = $10, version_id = $11, updated_at = $12,
             answers = $13
           WHERE id = $1 RETURNING ${AUTOMATION_COLUMNS}`,
    values: [
      automation.id,
      automation.domainId,
      automation.audienceId,
      automation.name,
      automation.status,
      automation.trigger,
      automation.triggerKey,
      triggerConfig && JSON.stringify(triggerConfig),
      automation.reentry,
      JSON.stringify(automation.graph),
      automation.versionId,
      timeOfChange(automation, now),
      automation.answers,
    ],
  });
  if (!rows[0]) throw new Error('The locked automation is gone.');
  return rows[0];
}
