// Authentication: finds the caller by the API key in `Authorization: Bearer …`
// (docs/reference/api-keys.md#authentication), or by the session of a signed-in person (api/sessions/). A request with
// `Authorization` belongs to a key, whatever cookies it carries.
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { plainAddress } from '../../shared/platform/addresses/client-network.ts';
import { createApiKeyAuthentication } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import {
  isUseWorthRecording,
  recordApiKeyUse,
} from '../../shared/resources/foundation/api-keys/record-use.ts';
import { setCaller } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { authenticateSession } from '../sessions/authenticate-session.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The bearer token of an Authorization header, or undefined if there is none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}

/**
 * Creates the middleware that authenticates the caller and records in the background that the key or the session was
 * used. It throws DomainError `missing_api_key` or `invalid_api_key`, or what a session refuses.
 */
export function authenticate(deps: ApiDeps): RequestHandler {
  const authenticateKey = createKeyAuthentication(deps);
  return async (request, response, next) => {
    const isOfKey = request.get('authorization') !== undefined;
    if (isOfKey || !(await authenticateSession(deps, request, response))) await authenticateKey(request);
    next();
  };
}

/** Finds the key of a request, which becomes its caller. @throws DomainError `missing_api_key` or `invalid_api_key` */
export type AuthenticateKey = (request: Request) => Promise<void>;

/** Creates the authentication by key; `authenticate` uses it too, again for requests that have taken long. */
export function createKeyAuthentication({ database, clock, background }: ApiDeps): AuthenticateKey {
  const authenticateApiKey = createApiKeyAuthentication(database);
  return async (request) => {
    const token = bearerToken(request.get('authorization'));
    if (token === undefined) throw missingCredentials(request);
    const now = clock.now();
    // There is no address if the client has disconnected.
    const address = plainAddress(request.ip ?? '');
    const { lastUsedAt, ...key } = await authenticateApiKey({ token, now, address });
    setCaller(request, { kind: 'api_key', ...key });
    if (isUseWorthRecording(lastUsedAt, now)) {
      background.start(`last use of ${key.keyId}`, () => recordApiKeyUse(database, key.keyId, now));
    }
  };
}

/** The refusal of a request without a key or session. It does not repeat the header, which probably contains the key. */
export function missingCredentials(request: Request): DomainError {
  const fault = faultOf(request.get('authorization') ?? '', request.get('x-api-key') !== undefined);
  return new DomainError(
    'missing_api_key',
    `Missing API key in the authorization header. ${fault}Send \`Authorization: Bearer <API key>\`.`,
  );
}

function faultOf(authorization: string, hasOtherHeader: boolean): string {
  if (/^Bearer$/i.test(authorization)) return 'The header has no key after `Bearer`. ';
  if (/^Bearer/i.test(authorization))
    return 'After `Bearer`, the header must have one space and the key, and nothing else. ';
  if (authorization !== '') return 'The header does not begin with `Bearer`. ';
  return hasOtherHeader ? 'Posthorn does not read the `X-API-Key` header. ' : '';
}
