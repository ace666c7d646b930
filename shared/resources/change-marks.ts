// By what GET /app/changes sees that something of an account has changed (docs/architecture/changes.md). A
// resource that only operations change is not listed: the two logs see their writes.
import { OPERATIONS } from '../contract/operations.ts';
import { CONTACTS_MARK } from './audience/contacts/change-mark.ts';
import { SEGMENTS_MARK } from './audience/segments/change-mark.ts';
import { SUPPRESSIONS_MARK } from './audience/suppressions/change-mark.ts';
import {
  AUTOMATION_BATCHES_MARK,
  ENDED_RUNS_MARK,
  STARTED_RUNS_MARK,
} from './flows/automations/change-marks.ts';
import { CAMPAIGNS_MARK } from './flows/campaigns/change-mark.ts';
import { IMPORTS_MARK } from './flows/contact-imports/change-mark.ts';
import { RECEIVED_EVENTS_MARK } from './flows/events/received/change-mark.ts';
import { ACCOUNT_MARK, SUSPENSION_MARK } from './foundation/accounts/own-account.ts';
import { API_KEYS_MARK } from './foundation/api-keys/change-mark.ts';
import { AUDIT_EVENT_CHANGES } from './foundation/audit-events/change-log.ts';
import type { ChangeLog, ChangeMark } from './foundation/changes/change-mark.ts';
import { ChangeWatch, type WatchDeps } from './foundation/changes/watch-changes.ts';
import { REQUEST_LOG_CHANGES } from './foundation/logs/change-log.ts';
import { WEBHOOKS_MARK } from './foundation/webhooks/change-mark.ts';
import { DOMAINS_MARK } from './messaging/domains/checks/change-mark.ts';
import { EMAIL_EVENTS_MARK, EMAILS_MARK, PEOPLE_OF_EMAILS_MARK } from './messaging/emails/change-marks.ts';
import { RECEIVED_EMAILS_MARK } from './messaging/receiving/change-mark.ts';

export const CHANGE_MARKS: readonly ChangeMark[] = [
  EMAILS_MARK,
  EMAIL_EVENTS_MARK,
  PEOPLE_OF_EMAILS_MARK,
  RECEIVED_EMAILS_MARK,
  WEBHOOKS_MARK,
  SUPPRESSIONS_MARK,
  DOMAINS_MARK,
  CONTACTS_MARK,
  IMPORTS_MARK,
  SEGMENTS_MARK,
  CAMPAIGNS_MARK,
  STARTED_RUNS_MARK,
  ENDED_RUNS_MARK,
  AUTOMATION_BATCHES_MARK,
  RECEIVED_EVENTS_MARK,
  ACCOUNT_MARK,
  SUSPENSION_MARK,
  API_KEYS_MARK,
];

export const CHANGE_LOGS: readonly ChangeLog[] = [REQUEST_LOG_CHANGES, AUDIT_EVENT_CHANGES];

const NAMES = [...new Set(Object.values(OPERATIONS).map(({ path }) => path.split('/')[1] ?? ''))].sort();

/** Creates the watch of a process. */
export function createChangeWatch(deps: Omit<WatchDeps, 'marks' | 'logs' | 'names'>): ChangeWatch {
  return new ChangeWatch({ ...deps, marks: CHANGE_MARKS, logs: CHANGE_LOGS, names: NAMES });
}
