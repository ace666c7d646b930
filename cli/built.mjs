// Checks whether a build exists and is newer than the sources. Plain JavaScript that needs only Node, because it runs
// before anything else.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

export const ROOT = new URL('../', import.meta.url);
/** Written when a build is complete. */
export const STAMP = new URL('dist/cli/complete', ROOT);
const FOLDERS = ['cli/', 'shared/contract/'];
const FILES = [
  'shared/resources/foundation/webhooks/signature.ts',
  'shared/mail/invisible-characters.ts',
  'shared/resources/flows/contact-imports/parsing/delimiter.ts',
  'shared/resources/flows/contact-imports/parsing/file-encoding.ts',
  'shared/resources/flows/contact-imports/parsing/records.ts',
  'shared/resources/flows/contact-imports/parsing/unreadable-file.ts',
];

export function isBuilt() {
  if (!existsSync(STAMP)) return false;
  // An installed package has no sources, and its files the times of their unpacking.
  if (!existsSync(new URL('cli/main.ts', ROOT))) return true;
  const builtAtMs = statSync(STAMP).mtimeMs;
  const inFolders = FOLDERS.map((folder) => new URL(folder, ROOT))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name)),
    );
  const files = [
    ...inFolders,
    ...FILES.map((file) => new URL(file, ROOT)).filter((file) => existsSync(file)),
  ];
  return files.every((file) => statSync(file).mtimeMs <= builtAtMs);
}
