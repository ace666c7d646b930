// What a process hands down to its work, and to all that changes contacts, audiences and domains: what higher groups of rooms
// do for lower ones, which do not import them. Each process makes it once (registrations.ts).
import type { QueueProducer } from '../platform/queues/connect.ts';
import type { Ids } from '../platform/time/ids.ts';
import type { WalkDeps } from '../platform/work/walk.ts';
import type { AudienceListener } from './audience/audiences/audience-listener.ts';
import type { ContactListener } from './audience/contact-events/contact-listener.ts';
import type { ContactLanes } from './audience/contact-writes/lanes.ts';
import type { AccountTables } from './flows/account-deletions/tables.ts';
import type { EventIntake } from './flows/automations/intake/event-intake.ts';
import type { GraphVersions } from './flows/automations/versions/graph-versions.ts';
import type { Phases } from './foundation/erasing/phase.ts';
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
  /** What the deletion of an account removes. */
  accountTables: AccountTables;
  /** What the erasure of a person walks over. */
  erasurePhases: Phases;
}

/** What walks need. */
export interface WorkDeps extends WalkDeps, Registrations {
  ids: Ids;
  queues: QueueProducer;
  contactLanes: ContactLanes;
  /** The graphs of automations, compiled. */
  graphVersions: GraphVersions;
}
