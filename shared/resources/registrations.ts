// What higher groups of rooms register with lower ones, which do not import them: who listens to what happens to contacts,
// audiences and domains, and who uses what an account may delete. Each process makes it once and hands it on with its dependencies.
import type { QueueProducer } from '../platform/queues/connect.ts';
import type { Ids } from '../platform/time/ids.ts';
import type { AudienceListener } from './audience/audiences/audience-listener.ts';
import type { ContactListener } from './audience/happenings/contact-listener.ts';
import { findFilterUsing } from './audience/segments/filters/uses.ts';
import { automationsOfDomains } from './flows/automations/domain-changes.ts';
import { createEventIntake, type EventIntake } from './flows/automations/intake/event-intake.ts';
import { findAutomationUsing } from './flows/automations/uses.ts';
import type { GraphVersions } from './flows/automations/versions/graph-versions.ts';
import { hideDraftsOfAudience } from './flows/campaigns/hide-drafts.ts';
import { findCampaignUsing } from './flows/campaigns/uses.ts';
import type { FindUse } from './foundation/in-use.ts';
import type { DomainListener } from './messaging/domains/domain-listener.ts';

/** What is registered in a process. */
export interface Registrations {
  /** Starts runs of automations when something happens to a contact. It is one of the listeners. */
  eventIntake: EventIntake;
  contactListeners: readonly ContactListener[];
  audienceListeners: readonly AudienceListener[];
  domainListeners: readonly DomainListener[];
  inUse: readonly FindUse[];
}

/** Uses are named in this order. */
export const IN_USE: readonly FindUse[] = [findFilterUsing, findAutomationUsing, findCampaignUsing];

const AUDIENCE_LISTENERS: readonly AudienceListener[] = [hideDraftsOfAudience];

export const DOMAIN_LISTENERS: readonly DomainListener[] = [automationsOfDomains];

/** Creates what is registered in a process. */
export function createRegistrations(deps: {
  ids: Ids;
  queues: QueueProducer;
  versions: GraphVersions;
}): Registrations {
  const eventIntake = createEventIntake(deps);
  return {
    eventIntake,
    contactListeners: [eventIntake],
    audienceListeners: AUDIENCE_LISTENERS,
    domainListeners: DOMAIN_LISTENERS,
    inUse: IN_USE,
  };
}
