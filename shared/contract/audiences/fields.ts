// Audiences: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUDIENCE_FIELDS: FieldDescriptions = {
  'createAudience.name': 'Name, up to 200 characters',
  default: 'True for the audience that is used where a request names none',
  deleted: 'True: the audience was deleted',
};
