// The audit log: the allowed values (enums) of fields and filters.

/** The actors of audit events. */
export const AUDIT_ACTOR_TYPES = ['person', 'operator'] as const;

/** The outcomes of an act; only signing in may fail and leave an event. */
export const AUDIT_OUTCOMES = ['succeeded', 'failed'] as const;
