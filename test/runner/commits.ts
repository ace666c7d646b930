// Finds the commits since the last release that are larger than CONTRIBUTING.md allows ("A change"), unfinished, or have a
// longer subject. Lines of generated files, moved files and imports of moved files do not count.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { git as askGit } from './git.ts';

const LINES_MAX = 2_000;
/** In characters. Longer ones are cut where git and mail programs list commits. */
const SUBJECT_MAX = 72;
/** Only the newest are looked at, so that `npm run check` stays fast. */
const COMMITS_MAX = 100;
const GENERATED = [
  'openapi.json',
  'package-lock.json',
  'test/runner/times.json',
  'dashboard/api/generated',
  'site/build/reference/examples.json',
];
const FILES = ['--', '.', ...GENERATED.map((file) => `:(exclude)${file}`)];
const UNFINISHED = /\bwork in progress\b|\bwip\b/i;
/** The path in an import of one of our own files. */
const IMPORTED = /(?<=\b(?:from|import)\b.*)(['"])\.{1,2}\/.*?\1/;

/** One line for each commit that breaks a rule, the newest first; none where there is no repository. */
export function findBreaches(directory: string): string[] {
  if (!existsSync(path.join(directory, '.git'))) return [];
  const git = (...args: string[]) => askGit(directory, ...args) ?? '';
  const release =
    git('describe', '--tags', '--abbrev=0') ||
    git('log', '-1', '--format=%h', '-G^  "version":', '--', 'package.json');
  const range = [release ? `${release}..HEAD` : 'HEAD', '--no-merges', `-${COMMITS_MAX}`];
  const log = git('log', ...range, '-M', '--numstat', '--format=%x00%h %s', ...FILES);
  return log.split('\0').flatMap((entry) => {
    const [title = '', ...files] = entry.split('\n');
    const counts = files.flatMap((file) => file.split('\t', 2).map((count) => Number(count) || 0));
    const [hash = ''] = title.split(' ', 1);
    const subject = [...title.slice(hash.length + 1)];
    const showPatch = () => git('show', '-M', '-U0', '--format=', hash, ...FILES);
    const lines = sum(counts) > LINES_MAX ? countChanges(showPatch()) : 0;
    return [
      ...(lines > LINES_MAX ? [`${title}: ${lines} changed lines, at most ${LINES_MAX} are allowed`] : []),
      ...(UNFINISHED.test(title) ? [`${title}: unfinished`] : []),
      ...(subject.length > SUBJECT_MAX
        ? [`${title}: a subject of ${subject.length} characters, at most ${SUBJECT_MAX} are allowed`]
        : []),
    ];
  });
}

/** The changed lines of a patch, without imports of which only the path has changed. */
function countChanges(patch: string): number {
  const counts = patch.split(/^diff --git .*$/m).map((file) => {
    const hunks = file.split(/^@@ .*$/m).slice(1);
    const changed = hunks.flatMap((hunk) => hunk.split('\n')).filter((line) => /^[-+]/.test(line));
    const importsOf = (sign: string) =>
      changed.filter((line) => line.startsWith(sign) && IMPORTED.test(line)).map(withoutPath);
    const added = importsOf('+');
    const moved = importsOf('-').filter((line) => {
      const index = added.indexOf(line);
      if (index >= 0) added.splice(index, 1);
      return index >= 0;
    });
    return changed.length - 2 * moved.length;
  });
  return sum(counts);
}

function withoutPath(line: string): string {
  return line.slice(1).replace(IMPORTED, '');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
