// Automations: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

const CONFIG = 'What the step does, by its type';
const KEY = 'Name of the step in connections; unique in the automation, up to 64 characters';

export const AUTOMATION_FIELDS: FieldDescriptions = {
  audience_id: 'Id of the audience of the domain, whose contacts can enter the automation',
  domain: 'Name of the domain to which the automation belongs: only events of that domain start runs',
  'createAutomation.domain':
    'Name of a domain of the account; when absent, its default domain. It cannot be changed later',
  'updateAutomation.domain': 'Cannot be changed: the present name, or absent',
  name: 'Name, up to 200 characters; automations may share one',
  status: '`enabled`: events start runs; `disabled`: they do not',
  'createAutomation.status': '`enabled` needs a step besides the trigger',
  'updateAutomation.status':
    '`enabled` or `disabled`; runs in progress continue. A change of the steps needs one of the two while the automation is enabled',
  'listAutomations.status': 'Only automations with this status',
  trigger: 'Name of the event that starts a run',
  'createAutomation.trigger':
    'Name of the event that starts a run; the alternative to a step of the type `trigger`. When both are absent, `contact.created`',
  'updateAutomation.trigger': 'Name of the event that starts a run',
  trigger_config: 'When the trigger `service:schedule` starts the automation; null for every other trigger',
  'trigger_config.at': 'The time, in ISO 8601; without an offset it is in the time zone',
  'trigger_config.timezone': 'IANA name of a time zone',
  trigger_key: 'Key of the trigger step in the request; null: the trigger was given without a step',
  reentry:
    'How often a contact may enter: `always`; `when_done`: not while it has a run in progress; `once`: never again',
  steps: 'The trigger, which is first, and the steps that a run executes',
  'createAutomation.steps': 'Up to 150 steps, the trigger among them',
  'updateAutomation.steps': 'Replaces all steps; a step whose key stays keeps its id',
  'steps.id': 'Id of the step; the trigger has none',
  'steps.key': KEY,
  'steps.type': 'Type of the step',
  'steps.position': 'Place of the step in its list, from 1; the trigger has none',
  'steps.config': CONFIG,
  connections: 'Which step follows which, after which outcome',
  'createAutomation.connections':
    'Which step follows which. When absent or empty, each step follows the one before it in the list',
  'updateAutomation.connections':
    'Replaces all connections. When absent or empty, and steps are given, each step follows the one before it in the list',
  'connections.from': 'Key of a step',
  'connections.to': 'Key of the step that follows it',
  'connections.type': 'The outcome after which it follows; `default` when absent',
  updated_at: 'When the automation was last changed',
  deleted: 'True: it was deleted',
  cancel_runs: 'False: runs in progress continue',
  key: KEY,
  'addAutomationStep.key':
    'Name of the step in connections, up to 64 characters; when absent, it is made from the type',
  'updateAutomationStep.key': 'Another name; connections follow it',
  type: 'Type of the step',
  'updateAutomationStep.type': 'Cannot be changed: the present type, or absent',
  position: 'Place of the step in the list, from 1',
  config: CONFIG,
  'updateAutomationStep.config': 'Replaces what the step does',
};
