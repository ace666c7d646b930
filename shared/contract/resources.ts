// The list of all resources with their operations, objects and field descriptions. A new resource is added here.
import { ACCOUNT_FIELDS } from './account/fields.ts';
import { ACCOUNT_OBJECTS } from './account/objects.ts';
import { ACCOUNT_OPERATIONS } from './account/operations.ts';
import { API_KEY_FIELDS } from './api-keys/fields.ts';
import { API_KEY_OBJECTS } from './api-keys/objects.ts';
import { API_KEY_OPERATIONS } from './api-keys/operations.ts';
import { AUDIENCE_FIELDS } from './audiences/fields.ts';
import { AUDIENCE_OBJECTS } from './audiences/objects.ts';
import { AUDIENCE_OPERATIONS } from './audiences/operations.ts';
import { AUDIT_EVENT_FIELDS } from './audit-events/fields.ts';
import { AUDIT_EVENT_OBJECTS } from './audit-events/objects.ts';
import { AUDIT_EVENT_OPERATIONS } from './audit-events/operations.ts';
import { AUTH_FIELDS } from './auth/fields.ts';
import { AUTH_OBJECTS } from './auth/objects.ts';
import { AUTH_OPERATIONS } from './auth/operations.ts';
import { AUTOMATION_BATCH_FIELDS } from './automation-batches/fields.ts';
import { AUTOMATION_BATCH_OBJECTS } from './automation-batches/objects.ts';
import { AUTOMATION_BATCH_OPERATIONS } from './automation-batches/operations.ts';
import { AUTOMATION_RUN_FIELDS } from './automation-runs/fields.ts';
import { AUTOMATION_RUN_OBJECTS } from './automation-runs/objects.ts';
import { AUTOMATION_RUN_OPERATIONS } from './automation-runs/operations.ts';
import { AUTOMATION_SIMULATION_FIELDS } from './automation-simulations/fields.ts';
import { AUTOMATION_SIMULATION_OBJECTS } from './automation-simulations/objects.ts';
import { AUTOMATION_SIMULATION_OPERATIONS } from './automation-simulations/operations.ts';
import { AUTOMATION_STATS_FIELDS } from './automation-stats/fields.ts';
import { AUTOMATION_STATS_OBJECTS } from './automation-stats/objects.ts';
import { AUTOMATION_STATS_OPERATIONS } from './automation-stats/operations.ts';
import { AUTOMATION_FIELDS } from './automations/fields.ts';
import { AUTOMATION_OBJECTS } from './automations/objects.ts';
import { AUTOMATION_OPERATIONS } from './automations/operations.ts';
import { CONTACT_IMPORT_FIELDS } from './contact-imports/fields.ts';
import { CONTACT_IMPORT_OBJECTS } from './contact-imports/objects.ts';
import { CONTACT_IMPORT_OPERATIONS } from './contact-imports/operations.ts';
import { CONTACT_PROPERTY_FIELDS } from './contact-properties/fields.ts';
import { CONTACT_PROPERTY_OBJECTS } from './contact-properties/objects.ts';
import { CONTACT_PROPERTY_OPERATIONS } from './contact-properties/operations.ts';
import { CONTACT_FIELDS } from './contacts/fields.ts';
import { CONTACT_OBJECTS } from './contacts/objects.ts';
import { CONTACT_OPERATIONS } from './contacts/operations.ts';
import { DOMAIN_FIELDS } from './domains/fields.ts';
import { DOMAIN_OBJECTS } from './domains/objects.ts';
import { DOMAIN_OPERATIONS } from './domains/operations.ts';
import { EMAIL_FIELDS } from './emails/fields.ts';
import { EMAIL_OBJECTS } from './emails/objects.ts';
import { EMAIL_OPERATIONS } from './emails/operations.ts';
import { EVENT_FIELDS } from './events/fields.ts';
import { EVENT_OBJECTS } from './events/objects.ts';
import { EVENT_OPERATIONS } from './events/operations.ts';
import type { FieldDescriptions } from './fields.ts';
import { INVITATION_FIELDS } from './invitations/fields.ts';
import { INVITATION_OBJECTS } from './invitations/objects.ts';
import { INVITATION_OPERATIONS } from './invitations/operations.ts';
import { LOG_FIELDS } from './logs/fields.ts';
import { LOG_OBJECTS } from './logs/objects.ts';
import { LOG_OPERATIONS } from './logs/operations.ts';
import { MEMBER_FIELDS } from './members/fields.ts';
import { MEMBER_OBJECTS } from './members/objects.ts';
import { MEMBER_OPERATIONS } from './members/operations.ts';
import type { DescribedOperation } from './operation.ts';
import { SEGMENT_FIELDS } from './segments/fields.ts';
import { SEGMENT_OBJECTS } from './segments/objects.ts';
import { SEGMENT_OPERATIONS } from './segments/operations.ts';
import type { ObjectFields } from './shapes.ts';
import { SUPPRESSION_FIELDS } from './suppressions/fields.ts';
import { SUPPRESSION_OBJECTS } from './suppressions/objects.ts';
import { SUPPRESSION_OPERATIONS } from './suppressions/operations.ts';
import { TEMPLATE_FIELDS } from './templates/fields.ts';
import { TEMPLATE_OBJECTS } from './templates/objects.ts';
import { TEMPLATE_OPERATIONS } from './templates/operations.ts';
import { TOPIC_FIELDS } from './topics/fields.ts';
import { TOPIC_OBJECTS } from './topics/objects.ts';
import { TOPIC_OPERATIONS } from './topics/operations.ts';
import { UNSUBSCRIBE_PAGE_FIELDS } from './unsubscribe-page/fields.ts';
import { UNSUBSCRIBE_PAGE_OBJECTS } from './unsubscribe-page/objects.ts';
import { UNSUBSCRIBE_PAGE_OPERATIONS } from './unsubscribe-page/operations.ts';
import { USAGE_FIELDS } from './usage/fields.ts';
import { USAGE_OBJECTS } from './usage/objects.ts';
import { USAGE_OPERATIONS } from './usage/operations.ts';
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
  'contact-imports': {
    operations: CONTACT_IMPORT_OPERATIONS,
    objects: CONTACT_IMPORT_OBJECTS,
    fields: CONTACT_IMPORT_FIELDS,
  },
  contacts: { operations: CONTACT_OPERATIONS, objects: CONTACT_OBJECTS, fields: CONTACT_FIELDS },
  suppressions: {
    operations: SUPPRESSION_OPERATIONS,
    objects: SUPPRESSION_OBJECTS,
    fields: SUPPRESSION_FIELDS,
  },
  audiences: { operations: AUDIENCE_OPERATIONS, objects: AUDIENCE_OBJECTS, fields: AUDIENCE_FIELDS },
  'contact-properties': {
    operations: CONTACT_PROPERTY_OPERATIONS,
    objects: CONTACT_PROPERTY_OBJECTS,
    fields: CONTACT_PROPERTY_FIELDS,
  },
  events: { operations: EVENT_OPERATIONS, objects: EVENT_OBJECTS, fields: EVENT_FIELDS },
  segments: { operations: SEGMENT_OPERATIONS, objects: SEGMENT_OBJECTS, fields: SEGMENT_FIELDS },
  templates: { operations: TEMPLATE_OPERATIONS, objects: TEMPLATE_OBJECTS, fields: TEMPLATE_FIELDS },
  automations: {
    operations: AUTOMATION_OPERATIONS,
    objects: AUTOMATION_OBJECTS,
    fields: AUTOMATION_FIELDS,
  },
  'automation-runs': {
    operations: AUTOMATION_RUN_OPERATIONS,
    objects: AUTOMATION_RUN_OBJECTS,
    fields: AUTOMATION_RUN_FIELDS,
  },
  'automation-batches': {
    operations: AUTOMATION_BATCH_OPERATIONS,
    objects: AUTOMATION_BATCH_OBJECTS,
    fields: AUTOMATION_BATCH_FIELDS,
  },
  'automation-simulations': {
    operations: AUTOMATION_SIMULATION_OPERATIONS,
    objects: AUTOMATION_SIMULATION_OBJECTS,
    fields: AUTOMATION_SIMULATION_FIELDS,
  },
  'automation-stats': {
    operations: AUTOMATION_STATS_OPERATIONS,
    objects: AUTOMATION_STATS_OBJECTS,
    fields: AUTOMATION_STATS_FIELDS,
  },
  topics: { operations: TOPIC_OPERATIONS, objects: TOPIC_OBJECTS, fields: TOPIC_FIELDS },
  'unsubscribe-page': {
    operations: UNSUBSCRIBE_PAGE_OPERATIONS,
    objects: UNSUBSCRIBE_PAGE_OBJECTS,
    fields: UNSUBSCRIBE_PAGE_FIELDS,
  },
  webhooks: { operations: WEBHOOK_OPERATIONS, objects: WEBHOOK_OBJECTS, fields: WEBHOOK_FIELDS },
  logs: { operations: LOG_OPERATIONS, objects: LOG_OBJECTS, fields: LOG_FIELDS },
  account: { operations: ACCOUNT_OPERATIONS, objects: ACCOUNT_OBJECTS, fields: ACCOUNT_FIELDS },
  'audit-events': {
    operations: AUDIT_EVENT_OPERATIONS,
    objects: AUDIT_EVENT_OBJECTS,
    fields: AUDIT_EVENT_FIELDS,
  },
  auth: { operations: AUTH_OPERATIONS, objects: AUTH_OBJECTS, fields: AUTH_FIELDS },
  invitations: { operations: INVITATION_OPERATIONS, objects: INVITATION_OBJECTS, fields: INVITATION_FIELDS },
  members: { operations: MEMBER_OPERATIONS, objects: MEMBER_OBJECTS, fields: MEMBER_FIELDS },
  usage: { operations: USAGE_OPERATIONS, objects: USAGE_OBJECTS, fields: USAGE_FIELDS },
} as const satisfies Readonly<Record<string, Contract>>;
