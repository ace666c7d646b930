// The end of `npm run check`: warns of commits that CONTRIBUTING.md does not allow and of crowded folders, and never fails:
// commits of `main` are not rewritten, and a folder is divided by the meaning of its files, not by their number.
import { fileURLToPath } from 'node:url';
import { readSourceFiles } from '../support/documents/source-files.ts';
import { findBreaches } from './commits.ts';
import { findCrowded } from './folders.ts';

warn(
  'commits since the last release (CONTRIBUTING.md#a-change)',
  findBreaches(fileURLToPath(new URL('../../', import.meta.url))),
);
warn('folders of 24 files or more (docs/architecture/folders.md)', findCrowded(readSourceFiles()));

function warn(subject: string, breaches: readonly string[]): void {
  if (breaches.length > 0) console.warn(`Warning: ${subject}:\n${breaches.join('\n')}`);
}
