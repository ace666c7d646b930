// Audiences: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';

const AUDIENCE_ITEM = {
  id: field.ID,
  name: field.text('Name'),
  default: field.flag('True for the default audience, for requests that do not name one'),
  domains: field.texts('Names of the domains that use the audience, in alphabetical order: the first 100'),
  created_at: field.CREATED_AT,
} as const;

/** Name of an object → its fields. */
export const AUDIENCE_OBJECTS = {
  AudienceItem: AUDIENCE_ITEM,
  Audience: { object: field.type('audience'), ...AUDIENCE_ITEM },
  DeletedAudience: field.deleted('audience', 'True: the audience was deleted'),
} as const satisfies Record<string, field.ObjectFields>;
