// Finds the folders of the product that hold so many files that a reader no longer finds one by its name
// (docs/architecture/folders.md).
import path from 'node:path';

/** From this number on. */
const CROWDED_FILES = 24;
const PRODUCT = /^(?:api|shared|smtp|workers|dashboard)(?:\/|$)/;

/** One line for each such folder. @param files paths relative to the root */
export function findCrowded(files: readonly { path: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { path: file } of files) {
    const folder = path.posix.dirname(file);
    if (PRODUCT.test(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= CROWDED_FILES)
    .map(([folder, count]) => `${folder} has ${count} files`);
}
