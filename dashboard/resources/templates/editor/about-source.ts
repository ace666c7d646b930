// Where a refusal belongs that is about a part of the source: html, text and what they may come from are saved together, as the
// field `source`. Pure.
import { ApiFailure } from '../../../api/failure.ts';

/**
 * A refusal of the API, with refusals of a part of the source as a fault of `source`.
 * @param parts their names in the API
 */
export function aboutSource(failure: ApiFailure, parts: readonly string[]): ApiFailure {
  const { status, name, message, requestId, faults, problems } = failure;
  const named = [
    ...faults,
    ...problems.map(({ field, message: fault }) => ({ field, name, message: fault })),
  ];
  const isOfSource = (field: string | null) => field !== null && parts.includes(field.split('.')[0] ?? '');
  return new ApiFailure({
    status,
    name,
    message,
    requestId,
    problems,
    field: isOfSource(failure.field ?? null) ? `source.${failure.field}` : failure.field,
    faults: named.map((each) => (isOfSource(each.field) ? { ...each, field: `source.${each.field}` } : each)),
  });
}
