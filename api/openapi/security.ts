// Describes how callers authenticate, for the API description: programs by an API key, signed-in people by the cookie
// of their session (docs/reference/auth.md#sessions).
import type { Operation } from '../../shared/contract/operation.ts';

const BY_KEY = { apiKey: [] };
const BY_SESSION = { session: [] };

/** The security schemes of the description. */
export const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `ph_…`' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'posthorn_session',
    description:
      'The session of a person, from `POST /auth/login`. Over https the cookie is `__Host-posthorn_session`. ' +
      'Requests other than GET must come from a page of this server and have the header `X-CSRF-Token` with the ' +
      '`csrf_token` of `GET /auth/me`. If the header `Authorization` is present, Posthorn uses the API key and ignores ' +
      'the cookie.',
  },
} as const;

/** The token against forged requests; operations that API keys may call do not require it of them. */
export const CSRF_HEADER = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: true,
  description: 'The `csrf_token` of `GET /auth/me`',
  schema: { type: 'string' },
} as const;

/** How the caller of an operation may authenticate: by one of these; none for an open operation. */
export function securityOf({ permission }: Pick<Operation, 'permission'>): object[] {
  if (permission === 'open') return [];
  return permission === 'dashboard' ? [BY_SESSION] : [BY_KEY, BY_SESSION];
}
