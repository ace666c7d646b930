// The audit log: descriptions of its fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUDIT_EVENT_FIELDS: FieldDescriptions = {
  id: 'Id of the event',
  actor: 'Who acted',
  'actor.type': '`person`, or `operator`: an operator of the service, of whom no more is shown',
  'actor.id': 'Id of the person',
  'actor.email': 'Address of the person at that time',
  'actor.name': 'Name of the person at that time',
  operation:
    'The operation, as in the API description: `createTopic`, `login`; of operators `ops` and the command: `ops set-plan`',
  outcome: '`succeeded`, or `failed`: a sign-in with a wrong password or code',
  target_id: 'What was changed: an id or an address; null: nothing that has an id',
  address: 'IP address of the request; null: unknown, or an operator',
  user_agent: 'User-Agent header of the request; null: unknown, or an operator',
  created_at: 'When it happened',
  'listAuditEvents.operation': 'Only events of this operation, such as `createApiKey` or `ops set-plan`',
  'listAuditEvents.actor_id': 'Only events of the person with this id',
  'listAuditEvents.outcome': 'Only events with this outcome',
};
