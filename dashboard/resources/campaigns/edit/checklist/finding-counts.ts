// How much the checklist has found, in words. Pure.
import type { Finding } from './finding-places.ts';

type Level = Pick<Finding, 'level'>;

/** "1 error, 3 warnings" */
export function findingCounts(findings: readonly Level[]): string {
  return (['error', 'warning'] as const)
    .map((level) => [findings.filter((each) => each.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}${count === 1 ? '' : 's'}`)
    .join(', ');
}

/** The reason why the campaign cannot be sent; undefined: none is known. */
export function errorWords(findings: readonly Level[] = []): string | undefined {
  const errors = findings.filter(({ level }) => level === 'error');
  return errors.length === 0 ? undefined : `The checklist has ${findingCounts(errors)}.`;
}
