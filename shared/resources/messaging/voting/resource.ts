// The manifest of votes in polls (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';

export const votingManifest = {
  samples: { poll: async () => (await import('./event-data.ts')).samplePollEventData },
} satisfies Manifest;
