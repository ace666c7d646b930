// A finding of a checklist (docs/reference/campaign-check.md): what a check answers. Checks are small functions in lists, and a
// new one is a line in a list.
import type { CHECK_CODES, CHECK_LEVELS } from '../../../contract/checks/finding.ts';
import type { DomainError } from '../../../contract/domain-error.ts';
import type { TemplateProblem } from '../../../mail/templates/template.ts';

export type FindingCode = (typeof CHECK_CODES)[number];

/** The result of a check. */
export interface Finding {
  level: (typeof CHECK_LEVELS)[number];
  code: FindingCode;
  /** A sentence for people. */
  message: string;
  /** The field that it is about, as clients name it. */
  field?: string | undefined;
  /** The line of the field as it was written, from 1. */
  line?: number | undefined;
  /** How many contacts, links, images or bytes. */
  count?: number | undefined;
}

type Details = Pick<Finding, 'field' | 'line' | 'count'>;

export function errorFinding(code: FindingCode, message: string, details: Details = {}): Finding {
  return { level: 'error', code, message, ...details };
}

export function warningFinding(code: FindingCode, message: string, details: Details = {}): Finding {
  return { level: 'warning', code, message, ...details };
}

/** The findings of a refusal of a source: one for each place that is at fault. */
export function findingsOfSource(
  { message, details }: DomainError,
  code: FindingCode = 'syntax_error',
): Finding[] {
  const problems = (details['problems'] ?? []) as readonly TemplateProblem[];
  if (problems.length === 0) return [errorFinding(code, message)];
  return problems.map(({ field, line, message: fault }) =>
    errorFinding(code, `${fault}${fault.endsWith('?') ? '' : '.'}`, { field, line }),
  );
}

/** Sorts errors first, and keeps each once: several samples have the same faults. A counted finding has its first place. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const { code, field, line, count, message } = finding;
    const key = [code, field, count === undefined ? message : line].join(' ');
    if (!unique.has(key)) unique.set(key, finding);
  }
  const found = [...unique.values()];
  return [
    ...found.filter(({ level }) => level === 'error'),
    ...found.filter(({ level }) => level === 'warning'),
  ];
}
