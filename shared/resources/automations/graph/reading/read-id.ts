// Reads the id of another object.
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { fieldOf, fieldPath, type GivenFields, refuseField } from './fields.ts';

/**
 * Reads an id.
 * @param what it identifies, for refusals: `a segment`
 * @returns in lower case, as in the database; undefined when it is absent
 */
export function readId(fields: GivenFields, name: string, path: string, what: string): string | undefined {
  const given = fieldOf(fields, name);
  if (given === undefined) return undefined;
  if (typeof given === 'string' && isUuidV7(given)) return given.toLowerCase();
  throw refuseField(fieldPath(path, name), `must be the id of ${what}`);
}
