// The manifest of one-time links (foundation/manifest.ts).
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';

const SIGN_IN_LINK_DAYS = 30;

export const oneTimeLinksManifest = {
  retention: () => [
    {
      ...rowsByTime('one-time links', 'one_time_links', 'expires_at', 0),
      // Those that a terminal still shows lead to the sign-in of their person. No machine in production has any.
      retainedWhile: ({ time }) => [
        `one_time_links.purpose = 'sign_in' AND one_time_links.created_at >= ${time} - interval '${SIGN_IN_LINK_DAYS} days'`,
      ],
    },
  ],
  deletion: { stage: 'access', rows: [ownedRows('one_time_links')] },
} satisfies Manifest;
