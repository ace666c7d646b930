// The manifest of topics (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { EMAIL_KEY, ID_KEY, ownedRows } from '../../foundation/owned-rows.ts';

export const topicsManifest = {
  deletion: {
    stage: 'audiences',
    rows: [ownedRows('topic_choices', EMAIL_KEY), ownedRows('topics', ID_KEY)],
  },
  samples: { topic: async () => (await import('./event-data.ts')).sampleTopicEventData },
} satisfies Manifest;
