// The specimens of all resources (specimen.ts), found by the folders of api/resources/.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/source-files.ts';
import type { GoodRequest, Specimen } from './specimen.ts';

/** Resource → its specimen. */
export const SPECIMENS: Readonly<Record<string, Specimen>> = Object.fromEntries(
  await Promise.all(
    readdirSync(path.join(ROOT, 'api/resources')).map(async (resource) => [
      resource,
      ((await import(`./${resource}/specimen.ts`)) as { specimen: Specimen }).specimen,
    ]),
  ),
);

/** Operation id → a good request. */
export const GOOD: Readonly<Record<string, GoodRequest>> = Object.assign(
  {},
  ...Object.values(SPECIMENS).map(({ good }) => good),
);
