// Contact writes of an account whose plan limits its contacts take turns in this process. A write waits for its turn
// before it takes a connection (account-slots.ts), so that waiting writes keep none from the account's other requests.
import type { RequestHandler } from 'express';
import type { Operation } from '../../shared/contract/operation.ts';
import { callerOf } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Wraps the handler of an operation that writes contacts; any other stays unchanged. */
export function inTurn(
  { uses }: Operation,
  { contactLanes }: ApiDeps,
  handler: RequestHandler,
): RequestHandler {
  if (uses !== 'contacts') return handler;
  return (request, response, next) =>
    contactLanes.run(callerOf(request).accountId, async () => {
      // The client may have disconnected while it waited.
      if (!response.destroyed) await handler(request, response, next);
    });
}
