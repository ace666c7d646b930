// The automations of the Node SDK of Resend, unchanged (docs/reference/clients.md).
import { expect } from 'chai';
import { Resend } from 'resend';
import { type AutomationOwner, createAutomationOwner } from '../api/automations/owner.ts';
import { useApp } from '../support/api/app.ts';
import { createTemplate } from '../support/factories/template-factories.ts';
import { succeed } from './support/succeed.ts';

describe('Automations of the newest SDK of Resend', () => {
  const app = useApp();
  let owner: AutomationOwner;
  let resend: Resend;
  beforeEach(async () => {
    owner = await createAutomationOwner(app);
    resend = new Resend(owner.token, { baseUrl: app.url });
  });

  it('The newest SDK of Resend creates, lists, gets, updates, stops and removes automations.', async () => {
    const { automations } = resend;
    const from = `Ana <ana@${owner.domain.name}>`;
    await createTemplate(app.pool, owner.accountId, { alias: 'welcome', from });
    const created = await succeed(
      automations.create({
        name: 'Welcome',
        status: 'disabled',
        steps: [
          { key: 'start', type: 'trigger', config: { eventName: 'user.signed_up' } },
          {
            key: 'mail',
            type: 'send_email',
            config: { template: { id: 'welcome', variables: { NAME: { var: 'event.name' } } } },
          },
          { key: 'wait', type: 'wait_for_event', config: { eventName: 'user.paid', timeout: '3 days' } },
          { key: 'pause', type: 'delay', config: { duration: '1 hour' } },
        ],
        connections: [
          { from: 'start', to: 'mail' },
          { from: 'mail', to: 'wait' },
          { from: 'wait', to: 'pause', type: 'timeout' },
        ],
      }),
    );
    expect(created).to.deep.include({ object: 'automation' });
    const { id } = created;
    const shown = await succeed(automations.get(id));
    expect(shown).to.deep.include({ object: 'automation', id, name: 'Welcome', status: 'disabled' });
    expect(shown.steps.map(({ key, type }) => [key, type])).to.deep.equal([
      ['start', 'trigger'],
      ['mail', 'send_email'],
      ['wait', 'wait_for_event'],
      ['pause', 'delay'],
    ]);
    expect(shown.connections).to.deep.include({ from: 'wait', to: 'pause', type: 'timeout' });
    expect(await succeed(automations.update(id, { status: 'enabled' }))).to.deep.include({ id });
    const list = await succeed(automations.list({ status: 'enabled', limit: 1 }));
    expect(list.data.map((each) => [each.id, each.status])).to.deep.equal([[id, 'enabled']]);
    expect(await succeed(automations.stop(id))).to.deep.equal({
      object: 'automation',
      id,
      status: 'disabled',
    });
    expect((await succeed(automations.get(id))).status).to.equal('disabled');
    expect(await succeed(automations.remove(id))).to.deep.equal({ object: 'automation', id, deleted: true });
    expect((await automations.get(id)).error).to.include({ name: 'not_found', statusCode: 404 });
  });
});
