// GET /audit-events (docs/reference/audit-events.md).
import { expect } from 'chai';
import { ROLES } from '../../../shared/contract/members/values.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createAccount, createApiKey } from '../../support/factories/factories.ts';
import { createPerson } from '../../support/factories/people-factories.ts';
import { describePaging } from '../paging.ts';
import { createAuditEvent } from './create-event.ts';

describe('GET /audit-events', () => {
  const app = useApp();

  it('Lists audit events with every field, to every role.', async () => {
    const { id: accountId } = await createAccount(app.pool);
    const { id: personId } = await createPerson(app.pool, { name: '<b>Bo</b>', email: 'bo@acme.dev' });
    const client = { address: '2001:db8::1', userAgent: 'Mozilla/5.0 <script>' };
    const actor = { type: 'person', id: personId } as const;
    const byPerson = await createAuditEvent(app, {
      accountId,
      actor,
      ...client,
      operation: 'login',
      outcome: 'failed',
    });
    const byOperator = await createAuditEvent(app, { accountId, targetId: 'pro' });
    const created_at = app.clock.now().toISOString();
    const expected = [
      {
        id: byOperator,
        actor: { type: 'operator', id: null, email: null, name: null },
        operation: 'ops set-plan',
        outcome: 'succeeded',
        target_id: 'pro',
        address: null,
        user_agent: null,
        created_at,
      },
      {
        id: byPerson,
        actor: { type: 'person', id: personId, email: 'bo@acme.dev', name: '<b>Bo</b>' },
        operation: 'login',
        outcome: 'failed',
        target_id: null,
        address: '2001:db8::1',
        user_agent: 'Mozilla/5.0 <script>',
        created_at,
      },
    ];
    for (const role of ROLES) {
      const { status, body } = await (await enter(app, { accountId, role })).api.get('/audit-events');
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ object: 'list', has_more: false, data: expected });
    }
  });

  it('Keeps the name and the address of a person in audit events as they were then.', async () => {
    const { id: accountId } = await createAccount(app.pool);
    const { id, name, email } = await createPerson(app.pool);
    await createAuditEvent(app, { accountId, actor: { type: 'person', id } });
    await app.pool.query(`UPDATE people SET name = 'New', email = 'new@acme.dev' WHERE id = $1`, [id]);
    const { data } = (await (await enter(app, { accountId })).api.get('/audit-events')).body;
    expect(data[0].actor).to.deep.equal({ type: 'person', id, name, email });
  });

  it('Filters audit events by operation, by the id of a person and by outcome.', async () => {
    const { id: accountId } = await createAccount(app.pool);
    const { id: ana } = await createPerson(app.pool);
    const { id: bo } = await createPerson(app.pool);
    const record = (id: string, operation: string, outcome: 'succeeded' | 'failed' = 'succeeded') =>
      createAuditEvent(app, { accountId, actor: { type: 'person', id }, operation, outcome });
    const first = await record(ana, 'login');
    const failed = await record(ana, 'login', 'failed');
    const bos = await record(bo, 'login');
    const topic = await record(ana, 'createTopic');
    const operators = await createAuditEvent(app, { accountId });
    await createAuditEvent(app, { operation: 'login' });
    const { api } = await enter(app, { accountId });
    for (const [query, ids] of [
      [{ operation: 'login' }, [bos, failed, first]],
      [{ operation: 'ops set-plan' }, [operators]],
      [{ operation: 'none' }, []],
      [{ actor_id: ana.toUpperCase() }, [topic, failed, first]],
      [{ actor_id: accountId }, []],
      [{ outcome: 'failed' }, [failed]],
      [{ operation: 'login', actor_id: ana, outcome: 'succeeded' }, [first]],
      [{ operation: 'login', limit: '1', after: bos }, [failed]],
      [{ operation: 'login', limit: '1', before: first }, [failed]],
    ] as const) {
      const { body } = await api.get('/audit-events').query(query);
      expect(
        body.data.map(({ id }: { id: string }) => id),
        JSON.stringify(query),
      ).to.deep.equal(ids);
    }
  });

  it('Refuses the audit log to API keys with dashboard_only 403.', async () => {
    const { token } = await createApiKey(app.pool);
    expectError(await app.as(token).get('/audit-events'), 403, 'dashboard_only');
  });

  describePaging(app, OPERATIONS.listAuditEvents.path, async () => {
    const caller = await enter(app);
    const foreign = await createAccount(app.pool);
    return {
      token: caller,
      createItem: () => createAuditEvent(app, { accountId: caller.accountId }),
      deleteItem: (id) => app.pool.query('DELETE FROM audit_events WHERE id = $1', [id]),
      createForeignItem: () => createAuditEvent(app, { accountId: foreign.id }),
    };
  });
});
