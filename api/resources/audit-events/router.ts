// Routes of /audit-events.
import type { Resource } from '../../route.ts';

/** Routes of audit-events. */
export const auditEventRoutes: Resource = [];
