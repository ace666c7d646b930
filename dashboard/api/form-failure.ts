// Where a form shows a refusal: at the field that the API names, or above the form when it names none of them.
import type { ApiFailure, FieldFault } from './failure.ts';

type Failure = ApiFailure | null | undefined;

/** The words for a field; undefined: neither it nor an item of it, as `to.1`, is at fault. */
export function fieldError(failure: Failure, field: string): string | undefined {
  const problem = failure?.problems.find((each) => each.field === field);
  if (problem) return `Line ${problem.line}, column ${problem.column}: ${problem.message}`;
  const fault = faultAt(failure, field);
  return fault?.name === 'missing_required_field' ? 'Fill this in.' : fault?.message;
}

/** The first fault of a field or of an item of it. */
export function faultAt(failure: Failure, name: string): FieldFault | undefined {
  return failure?.faults.find(({ field }) => field === name || field?.startsWith(`${name}.`));
}

/**
 * The failure to show above the form. A dialog over the page says that the session has ended, and the form only waits.
 * @param fields those that show their own error
 */
export function formFailure(failure: Failure, fields: readonly string[]): ApiFailure | undefined {
  if (!failure || failure.isSignedOut) return undefined;
  return fields.some((field) => isAbout(failure, field)) ? undefined : failure;
}

function isAbout({ field = '', problems }: ApiFailure, name: string): boolean {
  return problems.some((problem) => problem.field === name) || field === name || field.startsWith(`${name}.`);
}
