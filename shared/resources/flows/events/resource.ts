// The manifest of events (foundation/manifest.ts).
import { rowsById } from '../../../platform/retention/retention.ts';
import { newestRows } from '../../foundation/change-mark.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

const MARKED_EVENTS = 5;

export const eventsManifest = {
  partitioned: [{ name: 'received_events', idKind: 'uuid' }],
  retention: (days) => [
    {
      ...rowsById('received events', 'received_events', days.receivedEvents),
      // A run may have to look at the payload.
      retainedWhile: () => [
        `EXISTS (SELECT FROM automation_runs AS run
                 WHERE run.contact_id = received_events.contact_id AND run.status = 'running')`,
      ],
      isContinuous: true,
    },
  ],
  deletion: { stage: 'flows', rows: [ownedRows('events', ID_KEY), ownedRows('received_events', ID_KEY)] },
  changeMarks: [
    { names: ['events'], value: (account) => newestRows('received_events', account, MARKED_EVENTS) },
  ],
  erasurePhases: { events: async () => (await import('./received/erase.ts')).eraseEvents },
} satisfies Manifest;
