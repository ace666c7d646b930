// The list of all manifests (foundation/manifest.ts). The lists of the product next to it are made from it: kinds of work,
// retention, marks of change, and so on. They are in this order, in which operators read queues.
import type { WorkKind } from '../platform/work/define-work.ts';
import { audiencesManifest } from './audience/audiences/resource.ts';
import { cleanupManifest } from './audience/cleanup/resource.ts';
import { contactPropertiesManifest } from './audience/contact-properties/resource.ts';
import { contactsManifest } from './audience/contacts/resource.ts';
import { segmentsManifest } from './audience/segments/resource.ts';
import { suppressionsManifest } from './audience/suppressions/resource.ts';
import { topicsManifest } from './audience/topics/resource.ts';
import { accountDeletionsManifest } from './flows/account-deletions/resource.ts';
import { aiManifest } from './flows/ai/resource.ts';
import { automationsManifest } from './flows/automations/resource.ts';
import { campaignsManifest } from './flows/campaigns/resource.ts';
import { contactImportsManifest } from './flows/contact-imports/resource.ts';
import { erasuresManifest } from './flows/erasures/resource.ts';
import { eventsManifest } from './flows/events/resource.ts';
import type { ListeningManifest } from './flows/listening.ts';
import { accountsManifest } from './foundation/accounts/resource.ts';
import { apiKeysManifest } from './foundation/api-keys/resource.ts';
import { auditEventsManifest } from './foundation/audit-events/resource.ts';
import { idempotencyManifest } from './foundation/idempotency/resource.ts';
import { logsManifest } from './foundation/logs/resource.ts';
import { providersManifest } from './foundation/providers/resource.ts';
import { reputationManifest } from './foundation/reputation/resource.ts';
import { sendingManifest } from './foundation/sending/resource.ts';
import { sessionsManifest } from './foundation/sessions/resource.ts';
import { webhooksManifest } from './foundation/webhooks/resource.ts';
import { destinationsManifest } from './messaging/destinations/resource.ts';
import { domainsManifest } from './messaging/domains/resource.ts';
import { emailsManifest } from './messaging/emails/resource.ts';
import { mtaStsManifest } from './messaging/mta-sts/resource.ts';
import { pollsManifest } from './messaging/polls/resource.ts';
import { providerFeedbackManifest } from './messaging/provider-feedback/resource.ts';
import { receivingManifest } from './messaging/receiving/resource.ts';
import { templatesManifest } from './messaging/templates/resource.ts';
import { trackingManifest } from './messaging/tracking/resource.ts';
import { unsubscribePageManifest } from './messaging/unsubscribe-page/resource.ts';
import { votingManifest } from './messaging/voting/resource.ts';
import { withdrawalsManifest } from './messaging/withdrawals/resource.ts';
import { membersManifest } from './people/members/resource.ts';
import { oneTimeLinksManifest } from './people/one-time-links/resource.ts';
import { peopleManifest } from './people/people/resource.ts';
import { serviceManifest } from './service-tables.ts';
import type { WorkDeps } from './work-deps.ts';

/** A manifest whose work needs no more than what the workers have. */
interface ListedManifest extends ListeningManifest {
  work?: readonly WorkKind<WorkDeps>[];
}

export const MANIFESTS: readonly ListedManifest[] = [
  emailsManifest,
  receivingManifest,
  providerFeedbackManifest,
  webhooksManifest,
  trackingManifest,
  cleanupManifest,
  erasuresManifest,
  accountDeletionsManifest,
  contactImportsManifest,
  segmentsManifest,
  domainsManifest,
  mtaStsManifest,
  withdrawalsManifest,
  automationsManifest,
  campaignsManifest,
  eventsManifest,
  aiManifest,
  pollsManifest,
  votingManifest,
  templatesManifest,
  destinationsManifest,
  unsubscribePageManifest,
  contactsManifest,
  audiencesManifest,
  topicsManifest,
  contactPropertiesManifest,
  suppressionsManifest,
  accountsManifest,
  apiKeysManifest,
  sessionsManifest,
  oneTimeLinksManifest,
  membersManifest,
  peopleManifest,
  auditEventsManifest,
  idempotencyManifest,
  logsManifest,
  providersManifest,
  reputationManifest,
  sendingManifest,
  serviceManifest,
];
