// The list of all resources with their operations, objects and field descriptions. A new resource is added here.
import { API_KEY_FIELDS } from './api-keys/fields.ts';
import { API_KEY_OBJECTS } from './api-keys/objects.ts';
import { API_KEY_OPERATIONS } from './api-keys/operations.ts';
import { DOMAIN_FIELDS } from './domains/fields.ts';
import { DOMAIN_OBJECTS } from './domains/objects.ts';
import { DOMAIN_OPERATIONS } from './domains/operations.ts';
import { EMAIL_FIELDS } from './emails/fields.ts';
import { EMAIL_OBJECTS } from './emails/objects.ts';
import { EMAIL_OPERATIONS } from './emails/operations.ts';
import type { FieldDescriptions } from './fields.ts';
import { LOG_FIELDS } from './logs/fields.ts';
import { LOG_OBJECTS } from './logs/objects.ts';
import { LOG_OPERATIONS } from './logs/operations.ts';
import type { DescribedOperation } from './operation.ts';
import type { ObjectFields } from './shapes.ts';
import { SUPPRESSION_FIELDS } from './suppressions/fields.ts';
import { SUPPRESSION_OBJECTS } from './suppressions/objects.ts';
import { SUPPRESSION_OPERATIONS } from './suppressions/operations.ts';
import { WEBHOOK_FIELDS } from './webhooks/fields.ts';
import { WEBHOOK_OBJECTS } from './webhooks/objects.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

/** The contract of one resource. */
export interface Contract {
  operations: Readonly<Record<string, DescribedOperation>>;
  objects: Readonly<Record<string, ObjectFields>>;
  /** Descriptions of its fields. An operation or object uses those of its own resource only, then the general ones. */
  fields: FieldDescriptions;
}

/** Resource → its contract. */
export const CONTRACTS = {
  emails: { operations: EMAIL_OPERATIONS, objects: EMAIL_OBJECTS, fields: EMAIL_FIELDS },
  'api-keys': { operations: API_KEY_OPERATIONS, objects: API_KEY_OBJECTS, fields: API_KEY_FIELDS },
  domains: { operations: DOMAIN_OPERATIONS, objects: DOMAIN_OBJECTS, fields: DOMAIN_FIELDS },
  suppressions: {
    operations: SUPPRESSION_OPERATIONS,
    objects: SUPPRESSION_OBJECTS,
    fields: SUPPRESSION_FIELDS,
  },
  webhooks: { operations: WEBHOOK_OPERATIONS, objects: WEBHOOK_OBJECTS, fields: WEBHOOK_FIELDS },
  logs: { operations: LOG_OPERATIONS, objects: LOG_OBJECTS, fields: LOG_FIELDS },
} as const satisfies Readonly<Record<string, Contract>>;
