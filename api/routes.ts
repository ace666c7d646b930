// Every route of the API, by resource: the one list here that a new resource joins. The application serves it, the API
// description is made of it.
import { apiKeyRoutes } from './resources/api-keys/router.ts';
import { domainRoutes } from './resources/domains/router.ts';
import { emailRoutes } from './resources/emails/router.ts';
import { logRoutes } from './resources/logs/router.ts';
import { webhookRoutes } from './resources/webhooks/router.ts';
import type { Resource } from './route.ts';

/** Every resource of the API. */
export const RESOURCES: readonly Resource[] = [
  emailRoutes,
  apiKeyRoutes,
  domainRoutes,
  webhookRoutes,
  logRoutes,
];
