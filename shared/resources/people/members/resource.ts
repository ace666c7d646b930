// The manifest of members and their invitations (foundation/manifest.ts).
import { INVITATION_RETENTION_DAYS } from '../../../contract/limits.ts';
import { rowsByTime } from '../../../platform/retention/retention.ts';
import type { Manifest } from '../../foundation/manifest.ts';
import { ownedRows } from '../../foundation/owned-rows.ts';

export const membersManifest = {
  retention: () => [rowsByTime('invitations', 'invitations', 'expires_at', INVITATION_RETENTION_DAYS)],
  deletion: { stage: 'access', rows: [ownedRows('invitations')] },
  staying: { members: 'go when the deletion begins, with the people' },
} satisfies Manifest;
