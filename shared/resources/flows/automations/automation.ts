// The type of an automation: a graph of steps that contacts pass when the event of its trigger arrives
// (docs/reference/automations.md). This is the edited form; runs use a version of it (versions/).
import type { Answers, AutomationStatus, Graph, Reentry } from './graph/graph.ts';

/** When the scheduled trigger starts an automation, as it was given. */
export interface TriggerConfig {
  /** ISO 8601; without an offset it is in the time zone. */
  at: string;
  /** IANA name. */
  timezone: string;
}

/** An automation without its graph. */
export interface AutomationSummary {
  id: string;
  accountId: string;
  /** Null: the domain was deleted. */
  domainId: string | null;
  /** The name of the domain, also after it was deleted. */
  domain: string;
  audienceId: string;
  name: string;
  status: AutomationStatus;
  /** The name of the event that starts runs. */
  trigger: string;
  createdAt: Date;
  updatedAt: Date;
}

/** An automation. */
export interface Automation extends AutomationSummary {
  /** Null: the trigger was given without a step. */
  triggerKey: string | null;
  /** Null: the trigger is not the scheduled one. */
  triggerConfig: TriggerConfig | null;
  reentry: Reentry;
  answers: Answers;
  graph: Graph;
  /** The version that new runs take; null: it was never enabled. */
  versionId: string | null;
  /** Runs that started in an earlier epoch are cancelled. */
  epoch: number;
}

/** An automation of an account. */
export interface AutomationPath {
  accountId: string;
  id: string;
}

/** The columns of an AutomationSummary. */
export const AUTOMATION_SUMMARY_COLUMNS = `
  automations.id, automations.account_id AS "accountId", automations.domain_id AS "domainId", automations.domain,
  automations.audience_id AS "audienceId", automations.name, automations.status, automations.trigger,
  automations.created_at AS "createdAt", coalesce(automations.updated_at, automations.created_at) AS "updatedAt"`;

/** The columns of an Automation. */
export const AUTOMATION_COLUMNS = `${AUTOMATION_SUMMARY_COLUMNS},
  automations.trigger_key AS "triggerKey", automations.trigger_config AS "triggerConfig", automations.reentry,
  automations.answers, automations.graph, automations.version_id AS "versionId", automations.epoch`;
