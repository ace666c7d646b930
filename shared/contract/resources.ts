// The list of all resources with their operations and objects. A new resource is added here.
import { ACCOUNT_OBJECTS } from './account/objects.ts';
import { ACCOUNT_OPERATIONS } from './account/operations.ts';
import { AI_OBJECTS } from './ai/objects.ts';
import { AI_OPERATIONS } from './ai/operations.ts';
import { API_KEY_OBJECTS } from './api-keys/objects.ts';
import { API_KEY_OPERATIONS } from './api-keys/operations.ts';
import { AUDIENCE_OBJECTS } from './audiences/objects.ts';
import { AUDIENCE_OPERATIONS } from './audiences/operations.ts';
import { AUDIT_EVENT_OBJECTS } from './audit-events/objects.ts';
import { AUDIT_EVENT_OPERATIONS } from './audit-events/operations.ts';
import { AUTH_OBJECTS } from './auth/objects.ts';
import { AUTH_OPERATIONS } from './auth/operations.ts';
import { AUTOMATION_BATCH_OBJECTS } from './automation-batches/objects.ts';
import { AUTOMATION_BATCH_OPERATIONS } from './automation-batches/operations.ts';
import { AUTOMATION_RUN_OBJECTS } from './automation-runs/objects.ts';
import { AUTOMATION_RUN_OPERATIONS } from './automation-runs/operations.ts';
import { AUTOMATION_SIMULATION_OBJECTS } from './automation-simulations/objects.ts';
import { AUTOMATION_SIMULATION_OPERATIONS } from './automation-simulations/operations.ts';
import { AUTOMATION_STATS_OBJECTS } from './automation-stats/objects.ts';
import { AUTOMATION_STATS_OPERATIONS } from './automation-stats/operations.ts';
import { AUTOMATION_OBJECTS } from './automations/objects.ts';
import { AUTOMATION_OPERATIONS } from './automations/operations.ts';
import { CAMPAIGN_OBJECTS } from './campaigns/objects.ts';
import { BROADCAST_OPERATIONS, CAMPAIGN_OPERATIONS } from './campaigns/operations.ts';
import { CAMPAIGN_PAYLOADS } from './campaigns/payloads.ts';
import { CONTACT_IMPORT_OBJECTS } from './contact-imports/objects.ts';
import { CONTACT_IMPORT_OPERATIONS } from './contact-imports/operations.ts';
import { CONTACT_IMPORT_PAYLOADS } from './contact-imports/payloads.ts';
import { CONTACT_PROPERTY_OBJECTS } from './contact-properties/objects.ts';
import { CONTACT_PROPERTY_OPERATIONS } from './contact-properties/operations.ts';
import { CONTACT_OBJECTS } from './contacts/objects.ts';
import { CONTACT_OPERATIONS } from './contacts/operations.ts';
import { CONTACT_PAYLOADS } from './contacts/payloads.ts';
import { DOMAIN_OBJECTS } from './domains/objects.ts';
import { DOMAIN_OPERATIONS } from './domains/operations.ts';
import { DOMAIN_PAYLOADS } from './domains/payloads.ts';
import { EMAIL_OBJECTS } from './emails/objects.ts';
import { EMAIL_OPERATIONS } from './emails/operations.ts';
import { EMAIL_PAYLOADS } from './emails/payloads.ts';
import { EVENT_OBJECTS } from './events/objects.ts';
import { EVENT_OPERATIONS } from './events/operations.ts';
import { INVITATION_OBJECTS } from './invitations/objects.ts';
import { INVITATION_OPERATIONS } from './invitations/operations.ts';
import { LOG_OBJECTS } from './logs/objects.ts';
import { LOG_OPERATIONS } from './logs/operations.ts';
import { MCP_OBJECTS } from './mcp/objects.ts';
import { MCP_OPERATIONS } from './mcp/operations.ts';
import { MEMBER_OBJECTS } from './members/objects.ts';
import { MEMBER_OPERATIONS } from './members/operations.ts';
import { OAUTH_GRANT_OBJECTS } from './oauth-grants/objects.ts';
import { OAUTH_GRANT_OPERATIONS } from './oauth-grants/operations.ts';
import type { DescribedOperation } from './operation.ts';
import type { Payload } from './payload.ts';
import { PERSON_OBJECTS } from './people/objects.ts';
import { PERSON_OPERATIONS } from './people/operations.ts';
import { POLL_OBJECTS } from './polls/objects.ts';
import { POLL_OPERATIONS } from './polls/operations.ts';
import { POLL_PAYLOADS } from './polls/payloads.ts';
import { RECEIVING_OBJECTS } from './receiving/objects.ts';
import { RECEIVING_OPERATIONS } from './receiving/operations.ts';
import { RECEIVING_PAYLOADS } from './receiving/payloads.ts';
import { SEGMENT_OBJECTS } from './segments/objects.ts';
import { SEGMENT_OPERATIONS } from './segments/operations.ts';
import type { ObjectFields } from './shapes.ts';
import { SUPPRESSION_OBJECTS } from './suppressions/objects.ts';
import { SUPPRESSION_OPERATIONS } from './suppressions/operations.ts';
import { SUPPRESSION_PAYLOADS } from './suppressions/payloads.ts';
import { TEMPLATE_OBJECTS } from './templates/objects.ts';
import { TEMPLATE_OPERATIONS } from './templates/operations.ts';
import { TOPIC_OBJECTS } from './topics/objects.ts';
import { TOPIC_OPERATIONS } from './topics/operations.ts';
import { TOPIC_PAYLOADS } from './topics/payloads.ts';
import { UNSUBSCRIBE_PAGE_OBJECTS } from './unsubscribe-page/objects.ts';
import { UNSUBSCRIBE_PAGE_OPERATIONS } from './unsubscribe-page/operations.ts';
import { USAGE_OBJECTS } from './usage/objects.ts';
import { USAGE_OPERATIONS } from './usage/operations.ts';
import { WEBHOOK_OBJECTS } from './webhooks/objects.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

/** The contract of one resource. */
export interface Contract {
  operations: Readonly<Record<string, DescribedOperation>>;
  objects: Readonly<Record<string, ObjectFields>>;
  /** The events of webhooks about it. */
  payloads?: Readonly<Record<string, Payload>>;
}

/** Resource → its contract. */
export const CONTRACTS = {
  emails: { operations: EMAIL_OPERATIONS, objects: EMAIL_OBJECTS, payloads: EMAIL_PAYLOADS },
  receiving: {
    operations: RECEIVING_OPERATIONS,
    objects: RECEIVING_OBJECTS,
    payloads: RECEIVING_PAYLOADS,
  },
  'api-keys': { operations: API_KEY_OPERATIONS, objects: API_KEY_OBJECTS },
  domains: { operations: DOMAIN_OPERATIONS, objects: DOMAIN_OBJECTS, payloads: DOMAIN_PAYLOADS },
  'contact-imports': {
    operations: CONTACT_IMPORT_OPERATIONS,
    objects: CONTACT_IMPORT_OBJECTS,
    payloads: CONTACT_IMPORT_PAYLOADS,
  },
  contacts: { operations: CONTACT_OPERATIONS, objects: CONTACT_OBJECTS, payloads: CONTACT_PAYLOADS },
  people: { operations: PERSON_OPERATIONS, objects: PERSON_OBJECTS },
  suppressions: {
    operations: SUPPRESSION_OPERATIONS,
    objects: SUPPRESSION_OBJECTS,
    payloads: SUPPRESSION_PAYLOADS,
  },
  audiences: { operations: AUDIENCE_OPERATIONS, objects: AUDIENCE_OBJECTS },
  'contact-properties': {
    operations: CONTACT_PROPERTY_OPERATIONS,
    objects: CONTACT_PROPERTY_OBJECTS,
  },
  events: { operations: EVENT_OPERATIONS, objects: EVENT_OBJECTS },
  segments: { operations: SEGMENT_OPERATIONS, objects: SEGMENT_OBJECTS },
  templates: { operations: TEMPLATE_OPERATIONS, objects: TEMPLATE_OBJECTS },
  campaigns: {
    operations: { ...CAMPAIGN_OPERATIONS, ...BROADCAST_OPERATIONS },
    objects: CAMPAIGN_OBJECTS,
    payloads: CAMPAIGN_PAYLOADS,
  },
  ai: { operations: AI_OPERATIONS, objects: AI_OBJECTS },
  polls: { operations: POLL_OPERATIONS, objects: POLL_OBJECTS, payloads: POLL_PAYLOADS },
  automations: {
    operations: AUTOMATION_OPERATIONS,
    objects: AUTOMATION_OBJECTS,
  },
  'automation-runs': {
    operations: AUTOMATION_RUN_OPERATIONS,
    objects: AUTOMATION_RUN_OBJECTS,
  },
  'automation-batches': {
    operations: AUTOMATION_BATCH_OPERATIONS,
    objects: AUTOMATION_BATCH_OBJECTS,
  },
  'automation-simulations': {
    operations: AUTOMATION_SIMULATION_OPERATIONS,
    objects: AUTOMATION_SIMULATION_OBJECTS,
  },
  'automation-stats': {
    operations: AUTOMATION_STATS_OPERATIONS,
    objects: AUTOMATION_STATS_OBJECTS,
  },
  topics: { operations: TOPIC_OPERATIONS, objects: TOPIC_OBJECTS, payloads: TOPIC_PAYLOADS },
  'unsubscribe-page': {
    operations: UNSUBSCRIBE_PAGE_OPERATIONS,
    objects: UNSUBSCRIBE_PAGE_OBJECTS,
  },
  webhooks: { operations: WEBHOOK_OPERATIONS, objects: WEBHOOK_OBJECTS },
  logs: { operations: LOG_OPERATIONS, objects: LOG_OBJECTS },
  account: { operations: ACCOUNT_OPERATIONS, objects: ACCOUNT_OBJECTS },
  'audit-events': {
    operations: AUDIT_EVENT_OPERATIONS,
    objects: AUDIT_EVENT_OBJECTS,
  },
  auth: { operations: AUTH_OPERATIONS, objects: AUTH_OBJECTS },
  'oauth-grants': { operations: OAUTH_GRANT_OPERATIONS, objects: OAUTH_GRANT_OBJECTS },
  invitations: { operations: INVITATION_OPERATIONS, objects: INVITATION_OBJECTS },
  members: { operations: MEMBER_OPERATIONS, objects: MEMBER_OBJECTS },
  usage: { operations: USAGE_OPERATIONS, objects: USAGE_OBJECTS },
  mcp: { operations: MCP_OPERATIONS, objects: MCP_OBJECTS },
} as const satisfies Readonly<Record<string, Contract>>;
