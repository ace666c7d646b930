// What automations refuse (docs/reference/automations.md and those of their runs and batches).
import type { Pool } from 'pg';
import { LIST_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { wallTimeIn } from '../../support/time/wall-time.ts';
import { each, type Refusal } from '../refusal.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { TRIGGER } from './owner.ts';

const LONG = 'x'.repeat(LIST_NAME_MAX_LENGTH + 1);
const prepare = async (pool: Pool, accountId: string) => ({
  domain: (await createDomain(pool, accountId)).name,
});

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects an automation without a name with missing_required_field 422.',
    operation: 'createAutomation',
    error: 'missing_required_field',
    says: 'Missing `name` field.',
    prepare,
    wholes: [undefined, {}, { name: null }, { name: ' ' }],
    bodies: each('name', undefined, null, ' '),
  },
  {
    rule: 'Rejects an automation with an invalid field with validation_error 422 and names the field.',
    operation: 'createAutomation',
    prepare,
    bodies: [
      ...each('name', LONG, 5),
      ...each('domain', 5),
      ...each('status', 'on', true),
      ...each('reentry', 'never'),
      ...each('answers', 'daily', true),
      ...each('trigger', 5),
      ...each('trigger_config', 'tomorrow'),
      ...each('steps', {}, 'none'),
      ...each('connections', { from: 'start', to: 'pause' }),
    ],
  },
  {
    rule: 'Rejects an unknown status in the list of automations with validation_error 422.',
    operation: 'listAutomations',
    queries: each('status', 'paused', 'enabled,disabled', ''),
  },
  {
    rule: 'Rejects an invalid change of an automation with validation_error 422 and changes nothing.',
    operation: 'updateAutomation',
    prepare: async () => ({ if_updated_at: undefined }),
    bodies: [
      ...each('name', '', null, LONG),
      ...each('status', null, 'stopped'),
      ...each('reentry', 'never'),
      ...each('answers', 'daily', null),
      ...each('domain', ''),
      ...each('trigger', 'service:other'),
      ...each('trigger_config', { at: wallTimeIn(30), timezone: 'Europe/Berlin' }),
      ...each('steps', null, [TRIGGER, TRIGGER]),
      ...each('connections', null, [{ from: 'pause', to: 'pause' }]),
    ],
  },
  {
    rule: 'Rejects a `cancel_runs` that is no boolean with validation_error 422.',
    operation: 'stopAutomation',
    bodies: each('cancel_runs', 'false', 0, {}, []),
  },
  {
    rule: 'Rejects an unknown status in the list of runs with validation_error 422.',
    operation: 'listAutomationRuns',
    queries: each('status', 'done', 'running,', ',', 'running;failed'),
  },
  {
    rule: 'Rejects an enrolment that names no contacts, or names them twice, with validation_error 422.',
    operation: 'enrollContacts',
    says: '`segment_id`',
    wholes: [{}, { contact_id: null }, { all: null }, { segment_id: UNKNOWN_ID, all: true }],
    bodies: each('contact_id', UNKNOWN_ID),
  },
  {
    rule: 'Rejects an invalid field of an enrolment with validation_error 422 and names the field.',
    operation: 'enrollContacts',
    bodies: [
      { contact_id: 'none', email: undefined },
      ...each('email', 'Bo <bo@customer.dev>', 7),
      { segment_id: 1, email: undefined },
      { all: false, email: undefined },
      { all: 'true', email: undefined },
    ],
  },
  {
    rule: 'Rejects a simulation that names no contact, or names it twice, with validation_error 422.',
    operation: 'simulateAutomation',
    says: '`contact_id`',
    wholes: [{}, { email: null }],
    bodies: [
      { contact_id: UNKNOWN_ID, email: 'bo@customer.dev', contact: undefined },
      ...each('email', 'bo@customer.dev'),
      ...each('contact_id', UNKNOWN_ID),
      { contact_id: UNKNOWN_ID, email: 'bo@customer.dev' },
    ],
  },
  {
    rule: 'Rejects an unknown type or status in the list of batches with validation_error 422.',
    operation: 'listAutomationBatches',
    queries: [...each('type', 'count', ''), ...each('status', 'done')],
  },
];
