// The fields of contacts for the rules of a filter.
import type { ApiFailure } from '../api/failure.ts';
import type { RuleFields } from './rule-fields.ts';

/** The fields; `fields` undefined: they are not read yet, or cannot be, which `failure` says. */
export interface ContactFieldsRead {
  fields: RuleFields | undefined;
  failure: ApiFailure | undefined;
  retry(): void;
}

/** @param filter whose rules name what has to be read. @param audienceId of the filter: only its segments are offered */
export function useContactFields(_filter: unknown, _audienceId: string | undefined): ContactFieldsRead {
  return { fields: { list: [], find: () => undefined }, failure: undefined, retry: () => undefined };
}
