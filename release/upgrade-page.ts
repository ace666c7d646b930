// The table "Releases" of docs/upgrade.md: from which release one comes, and whether its operator can go back.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The row of a release. */
export interface ReleaseRow {
  /** The release before. */
  from: string;
  /** Number of the newest migration. */
  newest: string;
  /** How long one can go back to the release before; it begins with "no" where there is no way back. */
  back: string;
}

/** @returns undefined: the table has no such row */
export async function findReleaseRow(root: string, version: string): Promise<ReleaseRow | undefined> {
  const page = await readFile(path.join(root, 'docs/upgrade.md'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| ${version} |`));
  if (row === undefined) return undefined;
  const [, , from = '', newest = '', back = 'no'] = row.split('|').map((cell) => cell.trim());
  return { from, newest, back };
}
