// The refusals of all resources (refusal.ts), found by the folders of api/resources/.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../support/documents/root.ts';
import type { Refusal } from './refusal.ts';

/** Resource → its refusals, for the resources that have some. */
export const REFUSALS: Readonly<Record<string, readonly Refusal[]>> = Object.fromEntries(
  await Promise.all(
    readdirSync(path.join(ROOT, 'api/resources'))
      .filter((resource) => existsSync(path.join(ROOT, `test/api/${resource}/refusals.ts`)))
      .map(async (resource) => [resource, (await import(`./${resource}/refusals.ts`)).refusals]),
  ),
);
