// Validates an input that a joi schema has refused a second time, to find all of its faults. The first reading stops at
// the first fault, so a good input costs nothing more, and a hostile one at most a reading to its end: one with more
// than READ_AGAIN_MAX_VALUES values is not read again, and no more faults are put into words than are asked for.
import type Joi from 'joi';

/** An automation of 150 steps has about 2,000 values. An input with more than this has one fault only. */
export const READ_AGAIN_MAX_VALUES = 5_000;

/** A schema for the second reading. */
interface SecondForms {
  /** Goes on after a fault. */
  fields: Joi.Schema;
  /** Without its keys: what it checks of several fields together, where joi stops when a key is at fault. */
  together: Joi.Schema | undefined;
}

const known = new WeakMap<Joi.Schema, SecondForms>();

/**
 * @param schema with its preferences, as in the first reading
 * @param first what the first reading has found
 * @param max most faults
 * @returns one fault of each field, in the order of the schema; misspelt names first
 */
export function findAllFaults(
  schema: Joi.Schema,
  input: unknown,
  first: Joi.ValidationErrorItem,
  max: number,
): Joi.ValidationErrorItem[] {
  if (!hasAtMost(READ_AGAIN_MAX_VALUES, input)) return [];
  const { fields, together } = secondFormsOf(schema, max);
  const { value, error, warning } = fields.validate(input);
  const details = [...(warning?.details ?? []), ...(error?.details ?? [])];
  if (together && error?.details.every(({ path }) => path.length > 0))
    details.push(...withoutConsequences(together.validate(value).error?.details ?? [], details));
  // A rule over several fields may fail because of a field that is at fault.
  return details
    .filter(({ type }) => type !== 'any.custom')
    .map((detail) => (saysLessThan(first, detail) ? first : detail))
    .slice(0, max);
}

/** If one of several forms has more than one fault, joi says only that none of the forms matched. */
function saysLessThan(first: Joi.ValidationErrorItem, { type, path }: Joi.ValidationErrorItem): boolean {
  return type === 'alternatives.match' && path.every((part, depth) => first.path[depth] === part);
}

function secondFormsOf(schema: Joi.Schema, max: number): SecondForms {
  const forms = known.get(schema);
  if (forms) return forms;
  const fields = schema.prefs({ abortEarly: false }).error((reports) => firstOfEachField(reports, max));
  const together = schema.type === 'object' ? (fields as Joi.ObjectSchema).keys() : undefined;
  known.set(schema, { fields, together });
  return { fields, together };
}

function firstOfEachField(reports: Joi.ErrorReport[], max: number): Joi.ErrorReport[] {
  const first = new Map<string, Joi.ErrorReport>();
  for (const report of reports) {
    const { path, code, local } = report;
    const place = String(local?.field ?? (path.length > 0 ? path.join('.') : code));
    if (!first.has(place)) first.set(place, report);
    if (first.size === max) break;
  }
  return [...first.values()];
}

/** A field that is at fault is not also missing, and not wrong together with others. */
function withoutConsequences(
  found: readonly Joi.ValidationErrorItem[],
  former: readonly Joi.ValidationErrorItem[],
): Joi.ValidationErrorItem[] {
  const faulty = new Set(former.map(({ path }) => path[0]));
  return found.filter(({ context }) => !faulty.has(String(context?.['field']).split('.')[0] ?? ''));
}

/** Counts values, those inside others too, and stops at the first one too many. */
function hasAtMost(max: number, input: unknown): boolean {
  let left = max;
  const fits = (value: unknown): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (typeof value !== 'object' || value === null) return true;
    return Array.isArray(value) && value.length > left ? false : Object.values(value).every(fits);
  };
  return fits(input);
}
