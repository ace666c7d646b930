// Routes of /auth: signing in, sessions, passwords, second factors, accepting invitations.
import type { Resource } from '../../route.ts';
import { acceptRoutes } from './accept-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';

/** Routes of signing in. */
export const authRoutes: Resource = [
  ...signInRoutes,
  ...sessionRoutes,
  ...passwordRoutes,
  ...secondFactorRoutes,
  ...acceptRoutes,
];
