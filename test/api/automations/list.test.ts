// GET /automations and /automations/:id (docs/reference/automations.md#the-automation-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { wallTimeIn } from '../../support/time/wall-time.ts';
import { describePaging } from '../paging.ts';
import { createAutomationOwner, DELAY, TRIGGER } from './owner.ts';

const SCHEDULE = {
  trigger: 'service:schedule',
  trigger_config: { at: wallTimeIn(30), timezone: 'Europe/Berlin' },
};

describe('GET /automations', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));

  it('Answers an automation by its id, with the trigger as its first step.', async () => {
    const made = await owner.made({ steps: [DELAY, TRIGGER], connections: [{ from: 'start', to: 'pause' }] });
    const { status, body } = await owner.api.get(`/automations/${made.id.toUpperCase()}`);
    expect([status, body]).to.deep.equal([200, made]);
    expect(body.steps.map(({ key }: { key: string }) => key)).to.deep.equal(['start', 'pause']);
    expect(body.steps[0]).to.have.all.keys('key', 'type', 'config');
  });

  it('Lists automations newest first, without their steps.', async () => {
    const first = await owner.made();
    const second = await owner.made({ name: 'Second', status: 'enabled' });
    const { body } = await owner.api.get('/automations');
    const created = { created_at: first['created_at'], updated_at: first.updated_at };
    const health = { running: 0, failed_24h: 0, last_failed_at: null };
    const common = { domain: owner.domain.name, trigger: 'user.signed_up', health, ...created };
    expect(body.data).to.deep.equal([
      { id: second.id, name: 'Second', status: 'enabled', ...common },
      { id: first.id, name: 'Welcome', status: 'disabled', ...common },
    ]);
  });

  it('Lists only the automations that have the status which the request asks for.', async () => {
    const ids = { disabled: (await owner.made()).id, enabled: (await owner.made({ status: 'enabled' })).id };
    for (const [status, id] of Object.entries(ids)) {
      const { body } = await owner.api.get('/automations').query({ status });
      expect(body.data.map((each: { id: string }) => each.id)).to.deep.equal([id]);
    }
  });

  it('Lists only the automations with the text of q in the name, in any case.', async () => {
    const { id } = await owner.made({ name: 'Win back 50%' });
    const { id: other } = await owner.made({ name: 'Welcome' });
    for (const [query, found] of [
      [{ q: 'BACK' }, [id]],
      [{ q: 'w' }, [other, id]],
      [{ q: '%' }, [id]],
      [{ q: '_' }, []],
      [{ q: 'back', status: 'enabled' }, []],
      [{ q: 'w', limit: '1', after: other }, [id]],
    ] as const) {
      const { body } = await owner.api.get('/automations').query(query).expect(200);
      const ids = body.data.map((each: { id: string }) => each.id);
      expect(ids, JSON.stringify(query)).to.deep.equal(found);
    }
    for (const query of ['q=', `q=${'x'.repeat(201)}`])
      expectError(await owner.api.get(`/automations?${query}`), 422, 'validation_error');
  });

  it('Accepts what it answers as a new automation.', async () => {
    const wait = {
      key: 'wait',
      type: 'wait_for_event',
      config: { event_name: 'user.paid', timeout: '2 days' },
    };
    const connections = [
      { from: 'start', to: 'wait' },
      { from: 'wait', to: 'pause', type: 'timeout' },
    ];
    for (const fields of [
      {},
      { steps: [TRIGGER, wait, DELAY], connections, status: 'enabled', reentry: 'when_done' },
      { ...SCHEDULE, steps: [DELAY] },
      { steps: undefined },
    ]) {
      const answered = await owner.made(fields);
      const again = await owner.made(answered);
      const plain = ({ steps, ...rest }: typeof again) => ({
        ...rest,
        id: undefined,
        // A trigger that was given without a step is given with one.
        trigger_key: undefined,
        steps: steps.map((step) => ({ ...step, id: undefined })),
      });
      expect(plain(again)).to.deep.equal(plain(answered));
    }
  });

  describePaging(app, OPERATIONS.listAutomations.path, async () => {
    const { token, accountId, domain } = await createAutomationOwner(app);
    return {
      token,
      createItem: async () => (await createAutomation(app.pool, accountId, { domainId: domain.id })).id,
      deleteItem: (id) => app.pool.query('UPDATE automations SET deleted_at = now() WHERE id = $1', [id]),
      createForeignItem: async () => {
        const other = await createAutomationOwner(app);
        return (await createAutomation(app.pool, other.accountId, { domainId: other.domain.id })).id;
      },
    };
  });
});
