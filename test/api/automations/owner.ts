// Factories for tests of automations: an account with a key and a default domain, requests that write automations, and
// what is stored of them.
import { expect } from 'chai';
import type { TestApp } from '../../support/api/app.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { type ContactOwner, createContactOwner } from '../contacts/owner.ts';

type Answer = ReturnType<ContactOwner['add']>;

/** An automation, as the API answers it. */
export interface ShownAutomation {
  id: string;
  name: string;
  status: string;
  updated_at: string;
  steps: { id?: string; key: string; type: string; position?: number; config: Record<string, unknown> }[];
  connections: { from: string; to: string; type: string }[];
  [field: string]: unknown;
}

/** What no answer shows of an automation. */
export interface StoredAutomation {
  domain_id: string | null;
  version_id: string | null;
  epoch: number;
  deleted_at: Date | null;
}

/** An account with an API key and a default domain. */
export interface AutomationOwner extends ContactOwner {
  domain: { id: string; name: string };
  /** POST /automations, by default with a name and a trigger step only. */
  create(fields?: object): Answer;
  /** Creates an automation, which must succeed, by default with a delay. */
  made(fields?: object): Promise<ShownAutomation>;
  /** PATCH /automations/:id. */
  change(id: string, fields: object): Answer;
  /** GET /automations/:id, which must succeed. */
  shown(id: string): Promise<ShownAutomation>;
  stored(id: string): Promise<StoredAutomation | undefined>;
  /** The types of the batches of an automation, the oldest first. */
  batches(id: string): Promise<string[]>;
}

export const TRIGGER = { key: 'start', type: 'trigger', config: { event_name: 'user.signed_up' } };
export const DELAY = { key: 'pause', type: 'delay', config: { duration: '1 day' } };

/** Creates an account. */
export async function createAutomationOwner(app: TestApp): Promise<AutomationOwner> {
  const owner = await createContactOwner(app);
  const { accountId, api } = owner;
  const domain = await createDomain(app.pool, accountId, { isDefault: true });
  const create = (fields: object = {}) =>
    api.post('/automations').send({ name: 'Welcome', steps: [TRIGGER], ...fields });
  const query = async <Row extends object>(text: string, values: unknown[]) =>
    (await app.pool.query<Row>(text, values)).rows;
  return {
    ...owner,
    domain,
    create,
    async made(fields = {}) {
      const { status, body } = await create({ steps: [TRIGGER, DELAY], ...fields });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    },
    change: (id, fields) => api.patch(`/automations/${id}`).send(fields),
    shown: (id) => owner.read(`/automations/${id}`),
    async stored(id) {
      const text = 'SELECT domain_id, version_id, epoch, deleted_at FROM automations WHERE id = $1';
      return (await query<StoredAutomation>(text, [id]))[0];
    },
    async batches(id) {
      const text = 'SELECT type FROM automation_batch_work WHERE automation_id = $1 ORDER BY id';
      return (await query<{ type: string }>(text, [id])).map(({ type }) => type);
    },
  };
}
