// The audit log: the objects in answers, as JSON Schemas.
import * as field from '../shapes.ts';
import { AUDIT_ACTOR_TYPES, AUDIT_OUTCOMES } from './values.ts';

/** Name of an object → its fields. */
export const AUDIT_EVENT_OBJECTS = {
  AuditEventItem: {
    id: field.id('Id of the event'),
    actor: field.group('Who acted', {
      type: field.oneOf(
        '`person`, or `operator`: an operator of the service, without further details',
        AUDIT_ACTOR_TYPES,
      ),
      id: field.idOrNull('Id of the person'),
      email: field.textOrNull('Address of the person at that time'),
      name: field.textOrNull('Name of the person at that time'),
    }),
    operation: field.text(
      'The operation, as in the API description, such as `createTopic` or `login`; for operators `ops` and the command, such as `ops set-plan`',
    ),
    outcome: field.oneOf('`succeeded`, or `failed`: a sign-in with a wrong password or code', AUDIT_OUTCOMES),
    target_id: field.textOrNull('Id or address of what was changed; null: it has no id'),
    address: field.textOrNull('IP address of the request; null: unknown, or an operator'),
    user_agent: field.textOrNull('User-Agent header of the request; null: unknown, or an operator'),
    created_at: field.time('When it happened'),
  },
} as const satisfies Record<string, field.ObjectFields>;
