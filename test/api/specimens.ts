// The specimens of all resources (specimen.ts), found by the folders of api/resources/.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CONTRACTS, type Contract } from '../../shared/contract/resources.ts';
import { ROOT } from '../support/documents/root.ts';
import type { GoodRequest, Specimen } from './specimen.ts';

async function find(resource: string): Promise<Specimen> {
  const file = `test/api/${resource}/specimen.ts`;
  // Mocha would only report that an import failed.
  if (!existsSync(path.join(ROOT, file))) throw new Error(`${resource} has no specimen: write ${file}.`);
  const { specimen } = (await import(`./${resource}/specimen.ts`)) as { specimen: Specimen };
  return specimen;
}

/** Resource → its specimen. */
export const SPECIMENS: Readonly<Record<string, Specimen>> = Object.fromEntries(
  await Promise.all(
    readdirSync(path.join(ROOT, 'api/resources')).map(async (resource) => [resource, await find(resource)]),
  ),
);

/** Operation id → a good request. */
export const GOOD: Readonly<Record<string, GoodRequest>> = Object.assign(
  {},
  ...Object.values(SPECIMENS).map(({ good }) => good),
);

/**
 * The resource whose contract has the operation, if it has a folder of its own, and objects where the path has an id; else the
 * one that its path begins with.
 */
export function resourceOf(id: string): string {
  const owner = Object.entries<Contract>(CONTRACTS).find(([, { operations }]) =>
    Object.hasOwn(operations, id),
  );
  const [resource = ''] = owner ?? [];
  const path = owner?.[1].operations[id]?.path ?? '';
  const isOwn = path.includes(':') ? SPECIMENS[resource]?.create : SPECIMENS[resource];
  return isOwn ? resource : (path.split('/')[1] ?? '').replace('broadcasts', 'campaigns');
}
