// Checks the references in a config: each must name a value that a run can have.
import { isReference, type Namable, readReference } from '../variables.ts';
import { fieldPath, refuseField } from './fields.ts';

/** @throws DomainError `validation_error` that names the path of the fault */
export function checkReferences(value: unknown, path: string, namable: Namable): void {
  if (isReference(value)) {
    const read = readReference(value.var, namable);
    if ('refusal' in read) throw refuseField(fieldPath(path, 'var'), read.refusal);
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) checkReferences(each, `${path}[${index}]`, namable);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) checkReferences(each, fieldPath(path, name), namable);
  }
}
