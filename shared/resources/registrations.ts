// What higher groups of rooms register with lower ones, which do not import them: who listens to what happens to contacts,
// audiences and domains, and who uses what an account may delete. Each process makes it once and hands it on with its dependencies.
import type { QueueProducer } from '../platform/queues/connect.ts';
import type { Ids } from '../platform/time/ids.ts';
import { ACCOUNT_TABLES } from './account-tables.ts';
import { createEventIntake } from './flows/automations/intake/event-intake.ts';
import type { GraphVersions } from './flows/automations/versions/graph-versions.ts';
import { MANIFESTS } from './resources.ts';
import type { Registrations } from './work-deps.ts';

export const DOMAIN_LISTENERS = MANIFESTS.flatMap(({ domainListener = [] }) => domainListener);

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
    audienceListeners: MANIFESTS.flatMap(({ audienceListener = [] }) => audienceListener),
    domainListeners: DOMAIN_LISTENERS,
    // Uses are named in the order of the manifests.
    inUse: MANIFESTS.flatMap(({ findUse = [] }) => findUse),
    accountTables: ACCOUNT_TABLES,
    erasurePhases: Object.fromEntries(
      MANIFESTS.flatMap(({ erasurePhases = {} }) => Object.entries(erasurePhases)),
    ),
  };
}
