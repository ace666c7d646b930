// Who is calling: the API key of `Authorization: Bearer …` (interface.md, Authentication 1, 3, 4).
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { plainAddress } from '../../shared/platform/rate-limit/client-network.ts';
import { createApiKeyAuthentication } from '../../shared/resources/api-keys/authenticate.ts';
import { isUseWorthRecording, recordApiKeyUse } from '../../shared/resources/api-keys/record-use.ts';
import { setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The token of an Authorization header, or undefined when it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/** Finds the caller, and notes in the background that the key was used. */
export function authenticate({ database, clock, background }: ApiDeps): RequestHandler {
  const authenticateApiKey = createApiKeyAuthentication(database);
  return async (request, _response, next) => {
    const token = bearerToken(request.get('authorization'));
    if (token === undefined) {
      throw new DomainError('missing_api_key', 'Missing API key in the authorization header.');
    }
    const now = clock.now();
    // Without an address the client has gone.
    const address = plainAddress(request.ip ?? '');
    const { lastUsedAt, ...key } = await authenticateApiKey({ token, now, address });
    setCaller(request, { kind: 'api_key', ...key });
    if (isUseWorthRecording(lastUsedAt, now)) {
      background.start(`last use of ${key.keyId}`, () => recordApiKeyUse(database, key.keyId, now));
    }
    next();
  };
}
