// How much the checklist has found, in words. Pure.
import type { Finding } from './finding-places.ts';

/** "1 error, 3 warnings" */
export function findingCounts(findings: readonly Pick<Finding, 'level'>[]): string {
  return (['error', 'warning'] as const)
    .map((level) => [findings.filter((each) => each.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}${count === 1 ? '' : 's'}`)
    .join(', ');
}
