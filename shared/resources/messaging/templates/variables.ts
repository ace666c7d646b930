// The variables of a template with the times of their declaration. They are stored with each version of the template; the id of a
// variable follows from its template and its key, so that it is the same in all versions.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DeclaredVariable } from '../../../mail/templates/template.ts';

/** A variable. Times are ISO 8601; absent: an older release has stored it. */
export interface TemplateVariable extends DeclaredVariable {
  createdAt?: string;
  updatedAt?: string;
}

/** Dates variables by those that a template had before: one with the same key goes on, and one without a change keeps its time. */
export function dateVariables(
  variables: readonly DeclaredVariable[],
  before: readonly TemplateVariable[],
  now: Date,
): TemplateVariable[] {
  const at = now.toISOString();
  return variables.map(({ key, type, fallbackValue }) => {
    const known = before.find((other) => other.key === key);
    if (known?.type === type && isDeepStrictEqual(known.fallbackValue, fallbackValue)) return known;
    return { key, type, fallbackValue, createdAt: known?.createdAt ?? at, updatedAt: at };
  });
}

/** A UUID of version 8 (RFC 9562 §5.8), from a hash. */
export function variableId(templateId: string, key: string): string {
  const hash = createHash('sha256').update(`${templateId}/${key}`).digest('hex');
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  return parts.join('-');
}
