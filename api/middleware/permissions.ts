// Permissions (authorization): may this API key call this operation? The operations table alone decides
// (docs/reference/api-keys.md#permissions). The check runs before the body is read, so that a malformed body never
// hides the true reason of a refusal.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { callerOf } from '../caller.ts';

/**
 * Middleware that passes requests whose caller may call the operation; throws `dashboard_only` or
 * `restricted_api_key`, which say who may.
 */
export function requirePermission({ permission, byOperators }: Operation): RequestHandler {
  return (request, _response, next) => {
    const caller = callerOf(request);
    if (permission === 'dashboard') {
      const words = ['API keys are managed in the dashboard only.', ...(byOperators ? [byOperators] : [])];
      throw new DomainError('dashboard_only', words.join(' '));
    }
    if (permission === 'full' && caller.permission === 'sending_access') {
      throw new DomainError(
        'restricted_api_key',
        'This API key is restricted to only send emails. This operation needs a key with `full_access`.',
      );
    }
    next();
  };
}
