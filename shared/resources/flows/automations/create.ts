// Creates an automation, up to AUTOMATIONS_MAX per account, disabled or enabled. The account is locked, so that nothing
// that the automation uses is deleted before the commit (uses.ts).
import { SCHEDULE_TRIGGER } from '../../../contract/automations/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { lockAccount } from '../../foundation/accounts/lock.ts';
import { requireDomainOrDefault } from '../../messaging/domains/find.ts';
import type { Automation } from './automation.ts';
import { planSchedule } from './batches/schedule.ts';
import type { Answers, AutomationStatus, GivenGraph, Reentry } from './graph/graph.ts';
import { checkGraph } from './graph/reading/check-graph.ts';
import { readGraph } from './graph/reading/read-graph.ts';
import { insertAutomation } from './insert.ts';
import { requireFewOfTrigger } from './limit-of-trigger.ts';
import { makeVersion } from './versions/make-version.ts';

/** Dependencies of writing automations. */
export interface WriteAutomationDeps {
  database: Database;
  ids: Ids;
}

/** An automation that a client wants. */
export interface WantedAutomation {
  accountId: string;
  name: string;
  /** The name of a domain of the account; undefined: the default one. */
  domain: string | undefined;
  status: AutomationStatus;
  reentry: Reentry;
  answers: Answers;
  given: GivenGraph;
}

/**
 * Creates an automation.
 * @throws DomainError `validation_error`, `missing_required_field` or `invalid_from_address` for a fault of the graph or
 *   the domain, or when the account has AUTOMATIONS_MAX; `not_found` for a template, segment or topic
 */
export async function createAutomation(
  { database, ids }: WriteAutomationDeps,
  { given, domain: domainName, ...wanted }: WantedAutomation,
  now: Date,
): Promise<Automation> {
  const { accountId, status } = wanted;
  const read = readGraph(given, { ids, now });
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const domain = await requireDomainOrDefault(client, accountId, domainName);
    const { id: domainId, audienceId } = domain;
    const owner = { accountId, domainId, audienceId, now };
    const properties = await checkGraph(client, owner, read, { status });
    const { trigger, triggerKey, triggerConfig, graph } = read;
    const id = ids.next();
    const own = { id, accountId, versionId: null };
    if (status === 'enabled') await requireFewOfTrigger(client, { id, domainId, trigger });
    const versionId =
      status === 'enabled'
        ? await makeVersion(client, own, { triggerKey, graph, properties }, { ids, now })
        : null;
    const automation = await insertAutomation(client, {
      ...wanted,
      id,
      domainId,
      domain: domain.name,
      audienceId,
      trigger,
      triggerKey,
      triggerConfig,
      graph,
      versionId,
      createdAt: now,
    });
    if (trigger === SCHEDULE_TRIGGER) await planSchedule(client, automation, { ids, now });
    return automation;
  });
}
