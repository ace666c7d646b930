// Domains: the objects in answers, as JSON Schemas. fields.ts describes the fields.
import { FLAG, ID, inner, type ObjectFields, SWITCH, TEXT, TEXT_OR_NULL, TIME } from '../shapes.ts';
import { DOMAIN_STATUSES } from './values.ts';

/** Name of an object → its fields. */
export const DOMAIN_OBJECTS = {
  DomainItem: {
    id: ID,
    name: TEXT,
    status: { enum: DOMAIN_STATUSES },
    region: TEXT,
    default: FLAG,
    created_at: TIME,
    audience_id: ID,
    capabilities: inner({ sending: SWITCH, receiving: SWITCH }),
    open_tracking: FLAG,
    click_tracking: FLAG,
    tls: { enum: ['opportunistic', 'enforced'] },
    custom_return_path: TEXT,
    tracking_subdomain: TEXT_OR_NULL,
  },
} as const satisfies Record<string, ObjectFields>;
