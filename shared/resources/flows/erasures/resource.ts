// The manifest of erasures of people (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';
import { erasureWork } from './work.ts';

export const erasuresManifest = {
  work: [erasureWork],
  deletion: { stage: 'at once', rows: [ownedRows('contact_erasures')] },
  // Each walks over rows of several resources.
  erasurePhases: {
    scheduled: async () => (await import('./phases/emails.ts')).eraseScheduled,
    emails: async () => (await import('./phases/emails.ts')).eraseThoseToAddress,
    mentions: async () => (await import('./phases/emails.ts')).eraseThoseMentioning,
    unfinished: async () => (await import('./phases/unfinished.ts')).eraseUnfinished,
  },
} satisfies Manifest;
