// The end of `npm run check`: warns of commits that CONTRIBUTING.md does not allow, and never fails, because commits of
// `main` are not rewritten.
import { fileURLToPath } from 'node:url';
import { findBreaches } from './commits.ts';

const breaches = findBreaches(fileURLToPath(new URL('../../', import.meta.url)));
if (breaches.length > 0)
  console.warn(`Warning: commits since the last release (CONTRIBUTING.md#a-change):\n${breaches.join('\n')}`);
