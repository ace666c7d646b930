// Posthorn as it was at another commit, as a variant: its own processes, on a database of its own form.
import path from 'node:path';
import { createPosthornVariant, type PosthornIdentity, type QueueStore } from '../posthorn/variant.ts';
import type { Variant } from '../variant.ts';
import { type OtherBuild, run } from './other-build.ts';

const PREPARE = path.join(import.meta.dirname, 'prepare-main.ts');

/** The variant, by the commit. */
export function createOtherVariant(
  { commit, root }: OtherBuild,
  queues: QueueStore,
  identity: PosthornIdentity,
): Variant {
  return createPosthornVariant(commit, queues, identity, {
    family: `posthorn-${commit}`,
    root,
    prepare: (databaseUrl, { apiKey, secretKey }) =>
      run(process.execPath, ['--import', 'tsx/esm', PREPARE, databaseUrl, apiKey, secretKey], root),
  });
}
