// What the runner and `npm run check` ask git. Where git or the repository is missing, or a commit is unknown, the answer
// is undefined, and they do without.
import { execFileSync } from 'node:child_process';

/** @param root the directory of the repository. @returns the output, trimmed; undefined when git fails or is not installed */
export function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    const text = { encoding: 'utf8', maxBuffer: 2 ** 28 } as const;
    return execFileSync('git', args, { ...text, cwd: root, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** When a commit was made, in Unix seconds. */
export function findCommitTime(root: string, ref: string): number | undefined {
  const seconds = git(root, 'log', '-1', '--format=%ct', ref, '--');
  return seconds ? Number(seconds) : undefined;
}

/**
 * What has changed since a commit, in later commits and in the working tree.
 * @returns paths of files that are new, changed or gone; a file that was moved is both
 */
export function findChangesSince(root: string, ref: string): string[] | undefined {
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', ref, '--');
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z');
  if (changed === undefined || added === undefined) return undefined;
  return `${changed}\0${added}`.split('\0').filter((file) => file !== '');
}
