// Routes of /logs: the logged requests of an account with their responses.
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { isLogId } from '../../../shared/platform/time/ids.ts';
import { requireLog } from '../../../shared/resources/foundation/logs/find.ts';
import { listLogs } from '../../../shared/resources/foundation/logs/list.ts';
import { toList } from '../../page.ts';
import { type Resource, route } from '../../route.ts';
import { listLogsQuery, toLogFilters } from './input.ts';
import { toLog, toLogItem } from './output.ts';

/** Routes of request logs. */
export const logRoutes: Resource = [
  route(OPERATIONS.listLogs, { query: listLogsQuery }, async ({ deps, caller, query }) => {
    const { filters, page } = toLogFilters(query, deps.clock.now());
    return toList(await listLogs(deps.database, caller.accountId, filters, page), toLogItem);
  }),
  route(
    OPERATIONS.getLog,
    { params: { id: { of: 'Log', isId: isLogId } } },
    async ({ deps, caller, params }) => toLog(await requireLog(deps.database, caller.accountId, params.id)),
  ),
];
