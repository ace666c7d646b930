// /logs: reads back what callers with a key of the account have asked, and what they were answered.
import { Router } from 'express';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { isLogId } from '../../../shared/platform/time/ids.ts';
import { findLog } from '../../../shared/resources/logs/find.ts';
import { listLogs } from '../../../shared/resources/logs/list.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { readListLogs } from './input.ts';
import { toLog, toLogItem } from './output.ts';

/** Routes of request logs. */
export function logsRouter({ database, clock }: ApiDeps): Router {
  const router = Router();
  route(router, OPERATIONS.listLogs, async (request, response) => {
    const { filters, page } = readListLogs(request.query, clock.now());
    const logs = await listLogs(database, callerOf(request).accountId, filters, page);
    answerJson(response, toList(logs, toLogItem));
  });
  route(router, OPERATIONS.getLog, async (request, response) => {
    const id = String(request.params['id']);
    const log = isLogId(id) ? await findLog(database, callerOf(request).accountId, id) : undefined;
    if (!log) throw new DomainError('not_found', 'Log not found.');
    answerJson(response, toLog(log));
  });
  return router;
}
