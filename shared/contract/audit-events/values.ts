// The audit log: the allowed values (enums) of fields and filters.

/** Who acts. */
export const AUDIT_ACTOR_TYPES = ['person', 'operator'] as const;

/** How an act ended; only signing in may fail and leave an event. */
export const AUDIT_OUTCOMES = ['succeeded', 'failed'] as const;
