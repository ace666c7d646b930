// May this caller do this? Only the operations table is asked (interface.md, Authentication 5 and 6). Refused
// before the body is read: a malformed body never hides the true reason.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { Permission } from '../../shared/contract/operation.ts';
import { callerOf } from '../caller.ts';

/** Lets a request pass when its caller has the operation's permission. */
export function requirePermission(permission: Permission): RequestHandler {
  return (request, _response, next) => {
    const caller = callerOf(request);
    if (permission === 'dashboard') {
      throw new DomainError('dashboard_only', 'API keys are managed in the dashboard only.');
    }
    if (permission === 'full' && caller.permission === 'sending_access') {
      throw new DomainError('restricted_api_key', 'This API key is restricted to only send emails.');
    }
    next();
  };
}
