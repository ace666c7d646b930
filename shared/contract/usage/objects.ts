// Usage: the object in answers, as JSON Schema. fields.ts describes the fields.
import { COUNT, inner, type ObjectFields, TEXT, TIME, TIME_OR_NULL } from '../shapes.ts';

const LIMIT = { type: ['integer', 'null'], minimum: 0 } as const;
const EMAILS = { used: COUNT, limit: LIMIT, sent: COUNT, received: COUNT, resets_at: TIME } as const;
const OF_LIMIT = { used: COUNT, limit: LIMIT } as const;

/** Name of an object → its fields. */
export const USAGE_OBJECTS = {
  Usage: {
    object: { const: 'usage' },
    emails: inner({ daily: inner(EMAILS), monthly: inner(EMAILS) }),
    contacts: inner(OF_LIMIT),
    segments: inner(OF_LIMIT),
    broadcasts: inner(OF_LIMIT),
    ai_credits: inner({ ...OF_LIMIT, next_increase_at: TIME_OR_NULL }),
    automation_runs: inner({ ...OF_LIMIT, resets_at: TIME_OR_NULL }),
    domains: inner(OF_LIMIT),
    rate_limit: inner({ limit: LIMIT, duration: TEXT }),
  },
} as const satisfies Record<string, ObjectFields>;
