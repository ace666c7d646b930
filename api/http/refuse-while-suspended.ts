// A suspended account reads, and its people manage their own sign-ins; all other writes are refused before their body is read
// (docs/reference/account.md#suspension). The operations table says what an operation is. Every answer names the suspension, so
// that clients can say it without another request.
import type { RequestHandler } from 'express';
import { goesOnSuspended, isSending, type Operation } from '../../shared/contract/operation.ts';
import { findSuspension } from '../../shared/platform/work/suspensions/suspension.ts';
import { refuseSuspended } from '../../shared/resources/foundation/accounts/refuse-suspended.ts';
import { callerOf } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Middleware that throws `reputation_paused` for what sends, else `validation_error`, when the caller's account is suspended. */
export function refuseWhileSuspended(operation: Operation, { database }: ApiDeps): RequestHandler {
  const mayGoOn = goesOnSuspended(operation);
  return async (request, response, next) => {
    const { accountId, isSuspended } = callerOf(request);
    // It may have been resumed since the caller was found.
    const suspension = isSuspended ? await findSuspension(database, accountId) : undefined;
    if (suspension) response.setHeader('X-Account-Suspended', suspension.cause);
    if (suspension && !mayGoOn) throw refuseSuspended(suspension, isSending(operation));
    next();
  };
}
