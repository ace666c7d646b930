// Permissions (authorization): may this API key, or this person by the role, call this operation? The operations table
// alone decides (docs/reference/api-keys.md#permissions, docs/reference/members.md#roles). The check runs before the
// body is read, so that a malformed body never hides the true reason of a refusal.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { type Operation, roleFor } from '../../shared/contract/operation.ts';
import { requireRoleEnough } from '../../shared/resources/people/members/require-role.ts';
import { type Caller, callerOf, type KeyCaller } from '../caller.ts';

/**
 * Middleware that passes requests whose caller may call the operation; throws `dashboard_only`, `restricted_api_key` or
 * `view_only_member`, which say who may.
 */
export function requirePermission(operation: Operation): RequestHandler {
  return (request, _response, next) => {
    checkPermission(callerOf(request), operation);
    next();
  };
}

/** @throws DomainError as `requirePermission` */
export function checkPermission(caller: Caller, operation: Operation): void {
  if (caller.kind === 'api_key') requireKeyPermission(caller, operation);
  else requireRoleEnough(caller.role, roleFor(operation));
}

function requireKeyPermission(
  { permission: granted }: KeyCaller,
  { permission, byOperators }: Operation,
): void {
  if (permission === 'dashboard') {
    const words = ['This operation is for people who are signed in. API keys cannot call it.', byOperators];
    throw new DomainError('dashboard_only', words.filter(Boolean).join(' '));
  }
  if (permission === 'full' && granted === 'sending_access') {
    throw new DomainError(
      'restricted_api_key',
      'This API key is restricted to only send emails. This operation needs a key with `full_access`.',
    );
  }
}
