// The manifest of deletions of accounts (foundation/manifest.ts).
import type { Manifest } from '../../foundation/manifest.ts';
import { deletionWork } from './work.ts';

export const accountDeletionsManifest = {
  work: [deletionWork],
  staying: { account_deletions: 'the row of the walk itself, which goes last' },
} satisfies Manifest;
