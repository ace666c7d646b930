// The release before this one, which test/upgrade/ runs next to it. `npm run release` of the next version names this one there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/documents/root.ts';
import { git } from './git.ts';

/** Its version, and the whole name of its commit. */
export const PREVIOUS: { readonly version: string; readonly commit: string } = JSON.parse(
  readFileSync(path.join(ROOT, 'test/upgrade/previous.json'), 'utf8'),
);

/** The commit, where this clone has it; a shallow one does not. */
export function findPreviousCommit(): string | undefined {
  return git(ROOT, 'rev-parse', '--verify', '--quiet', `${PREVIOUS.commit}^{commit}`);
}
