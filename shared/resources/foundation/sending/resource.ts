// The manifest of the switches of all sending (foundation/manifest.ts).
import type { Manifest } from '../manifest.ts';
import { registerSendingMetrics } from './metrics.ts';

export const sendingManifest = {
  staying: { sending_switches: 'are of the service' },
  registerMetrics: registerSendingMetrics,
} satisfies Manifest;
