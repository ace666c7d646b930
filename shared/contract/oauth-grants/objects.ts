// OAuth grants: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';

/** Name of an object → its fields. */
export const OAUTH_GRANT_OBJECTS = {
  OauthGrantItem: {
    id: field.ID,
    client_id: field.text('Id of the program'),
    scopes: field.texts('What the program may do'),
    resource: field.textOrNull('The server that the grant is for; null: every one'),
    created_at: field.CREATED_AT,
    revoked_at: field.timeOrNull('When the grant was revoked; null: it was not'),
    revoked_reason: field.textOrNull('Why the grant was revoked; null: it was not'),
    client: field.group('The program', {
      name: field.text('Name of the program'),
      logo_uri: field.textOrNull('URL of its logo; null: none'),
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
