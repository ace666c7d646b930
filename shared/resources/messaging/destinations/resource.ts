// The manifest of mailbox providers (foundation/manifest.ts).
import { PROVIDER_ROWS } from '../../../mail/providers/table.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { registerDestinationMetrics } from './metrics.ts';
import { PACES } from './remove-old.ts';

export const destinationsManifest = {
  retention: () => [PACES],
  staying: { destinations: 'are of mailbox providers' },
  registerMetrics: (deps) =>
    registerDestinationMetrics({ ...deps, providers: PROVIDER_ROWS.map(({ name }) => name) }),
} satisfies Manifest;
