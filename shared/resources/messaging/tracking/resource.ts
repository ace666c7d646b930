// The manifest of opens and clicks (foundation/manifest.ts).
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { hitWork } from './hits/work.ts';

/** Longer than a process repeats an insert whose answer was lost; the database may be away for long. */
const HIT_GROUP_DAYS = 1;

export const trackingManifest = {
  work: [hitWork],
  retention: () => [
    { ...rowsByTime('groups of hits', 'tracking_groups', 'inserted_at', HIT_GROUP_DAYS), clock: 'database' },
  ],
  staying: {
    tracking_groups: 'are ids of groups of hits, for a day',
    tracking_hosts: 'keep the names of hosts: links in mail that was sent lead through them for ever',
  },
} satisfies Manifest;
