// The step `contact_delete`: deletes the contact.
import { requireFields } from '../fields.ts';
import type { StepKind } from '../step-kind.ts';

export const contactDeleteStep: StepKind<'contact_delete'> = {
  read(given, path) {
    requireFields(given ?? {}, path);
    return {};
  },
};
