// By what GET /app/changes sees that something of an account has changed (docs/architecture/changes.md): the marks of the
// manifests, and the two logs, which see what operations change.
import { OPERATIONS } from '../contract/operations.ts';
import { AUDIT_EVENT_CHANGES } from './foundation/audit-events/change-log.ts';
import type { ChangeLog } from './foundation/change-mark.ts';
import { ChangeWatch, type WatchDeps } from './foundation/changes/watch-changes.ts';
import { REQUEST_LOG_CHANGES } from './foundation/logs/change-log.ts';
import { MANIFESTS } from './resources.ts';

export const CHANGE_MARKS = MANIFESTS.flatMap(({ changeMarks = [] }) => changeMarks);

export const CHANGE_LOGS: readonly ChangeLog[] = [REQUEST_LOG_CHANGES, AUDIT_EVENT_CHANGES];

const NAMES = [...new Set(Object.values(OPERATIONS).map(({ path }) => path.split('/')[1] ?? ''))].sort();

/** Creates the watch of a process. */
export function createChangeWatch(deps: Omit<WatchDeps, 'marks' | 'logs' | 'names'>): ChangeWatch {
  return new ChangeWatch({ ...deps, marks: CHANGE_MARKS, logs: CHANGE_LOGS, names: NAMES });
}
