// The types that variables of templates are declared with, and which values have them.
import { isPlainObject } from './data.ts';
import type { DeclaredVariable, VariableType } from './template.ts';

const CHECKS: Readonly<Record<VariableType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: isPlainObject,
};

/** True for a value of JSON that has the type. */
export function isOfVariableType(value: unknown, type: VariableType): boolean {
  return CHECKS[type](value);
}

/** A declared variable, as JSON has it. */
export function variableJson({ key, type, fallbackValue }: DeclaredVariable) {
  return { key, type, fallback_value: fallbackValue };
}
