// The manifest of policies of MTA-STS (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { mtaStsWork } from './work.ts';

export const mtaStsManifest = {
  work: [mtaStsWork],
  staying: { mta_sts_policies: 'are of domains that receive our mail' },
} satisfies Manifest;
