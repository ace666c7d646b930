// Where a form shows a refusal: at the field that the API names, or above the form when it names none of them.
import type { ApiFailure } from './failure.ts';

type Failure = ApiFailure | null | undefined;

/** The words for a field; undefined: neither it nor an item of it, as `to.1`, is at fault. */
export function fieldError(failure: Failure, field: string): string | undefined {
  return failure && isAbout(failure, field) ? failure.message : undefined;
}

/** What belongs above the form. @param fields those that show their own error */
export function formFailure(failure: Failure, fields: readonly string[]): ApiFailure | undefined {
  if (!failure) return undefined;
  return fields.some((field) => isAbout(failure, field)) ? undefined : failure;
}

function isAbout({ field = '' }: ApiFailure, name: string): boolean {
  return field === name || field.startsWith(`${name}.`);
}
