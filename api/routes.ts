// All routes of the API, by resource. A new resource is added to this list; the application serves it, and the API
// description is generated from it.
import { accountRoutes } from './resources/account/router.ts';
import { aiRoutes } from './resources/ai/router.ts';
import { apiKeyRoutes } from './resources/api-keys/router.ts';
import { audienceRoutes } from './resources/audiences/router.ts';
import { auditEventRoutes } from './resources/audit-events/router.ts';
import { authRoutes } from './resources/auth/router.ts';
import { automationBatchRoutes } from './resources/automations/batches/router.ts';
import { automationRoutes } from './resources/automations/router.ts';
import { automationRunRoutes } from './resources/automations/runs/router.ts';
import { automationSimulationRoutes } from './resources/automations/simulation/router.ts';
import { automationStatsRoutes } from './resources/automations/stats/router.ts';
import { campaignRoutes } from './resources/campaigns/router.ts';
import { contactImportRoutes } from './resources/contact-imports/router.ts';
import { contactPropertyRoutes } from './resources/contact-properties/router.ts';
import { contactRoutes } from './resources/contacts/router.ts';
import { domainRoutes } from './resources/domains/router.ts';
import { emailRoutes } from './resources/emails/router.ts';
import { eventRoutes } from './resources/events/router.ts';
import { invitationRoutes } from './resources/invitations/router.ts';
import { logRoutes } from './resources/logs/router.ts';
import { mcpRoutes } from './resources/mcp/router.ts';
import { memberRoutes } from './resources/members/router.ts';
import { oauthGrantRoutes } from './resources/oauth-grants/router.ts';
import { personRoutes } from './resources/people/router.ts';
import { pollRoutes } from './resources/polls/router.ts';
import { receivingRoutes } from './resources/receiving/router.ts';
import { segmentRoutes } from './resources/segments/router.ts';
import { suppressionRoutes } from './resources/suppressions/router.ts';
import { templateRoutes } from './resources/templates/router.ts';
import { topicRoutes } from './resources/topics/router.ts';
import { unsubscribePageRoutes } from './resources/unsubscribe-page/router.ts';
import { usageRoutes } from './resources/usage/router.ts';
import { webhookRoutes } from './resources/webhooks/router.ts';
import type { Resource } from './route.ts';

/** Every resource of the API. */
export const RESOURCES: readonly Resource[] = [
  // Before emails, which have `/emails/:id`.
  receivingRoutes,
  emailRoutes,
  apiKeyRoutes,
  domainRoutes,
  // Before contacts, which have `/contacts/:id`.
  contactImportRoutes,
  contactRoutes,
  personRoutes,
  suppressionRoutes,
  audienceRoutes,
  contactPropertyRoutes,
  segmentRoutes,
  templateRoutes,
  campaignRoutes,
  aiRoutes,
  pollRoutes,
  automationRoutes,
  automationRunRoutes,
  automationBatchRoutes,
  automationSimulationRoutes,
  automationStatsRoutes,
  eventRoutes,
  topicRoutes,
  unsubscribePageRoutes,
  webhookRoutes,
  logRoutes,
  usageRoutes,
  accountRoutes,
  memberRoutes,
  invitationRoutes,
  auditEventRoutes,
  authRoutes,
  oauthGrantRoutes,
  mcpRoutes,
];
