// What enabled automations use cannot be deleted (docs/reference/automations.md#what-automations-use).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { createAutomationOwner, DELAY, TRIGGER } from './owner.ts';

const ROUNDS = 8;

describe('What automations use', () => {
  const app = useApp();
  const owner = useEach(() => createAutomationOwner(app));
  const stranger = useAccount(app);
  const mail = (config: object) => ({
    key: 'mail',
    type: 'send_email',
    config: { from: `ana@${owner.domain.name}`, ...config },
  });
  const published = async (alias: string | null = null) =>
    (await createTemplate(app.pool, owner.accountId, { alias })).id;

  /** An enabled automation with these steps keeps these objects; a disabled one does not. */
  const expectKept = async (steps: object[], paths: readonly string[]) => {
    const { id } = await owner.made({ name: 'User', status: 'enabled', steps: [TRIGGER, ...steps] });
    for (const path of paths) {
      expect(expectError(await owner.api.delete(path), 422, 'validation_error')).to.include('"User"');
      expectError(await stranger.api.delete(path), 404, 'not_found');
    }
    await owner.change(id, { status: 'disabled' }).expect(200);
    for (const path of paths) expect((await owner.api.delete(path)).status).to.equal(200);
  };

  it('Refuses to delete a segment that a step of an enabled automation uses with validation_error 422, and names the automation.', async () => {
    const segment = await owner.make('/segments', { name: 'Beta testers' });
    const step = { key: 'add', type: 'add_to_segment', config: { segment_id: segment.toUpperCase() } };
    const other = await owner.make('/segments', { name: 'Others' });
    const { id } = await owner.made({ status: 'enabled', steps: [TRIGGER, step] });
    expectError(await owner.api.delete(`/audiences/${segment}`), 422, 'validation_error');
    await owner.api.delete(`/segments/${other}`).expect(200);
    await owner.api.delete(`/automations/${id}`).expect(200);
    await expectKept([step], [`/segments/${segment.toUpperCase()}`]);
  });

  it('Refuses to delete a topic that a step of an enabled automation uses with validation_error 422, and names the automation.', async () => {
    const topic = await owner.topic();
    await expectKept(
      [mail({ template: { id: await published() }, topic_id: topic.toUpperCase() })],
      [`/topics/${topic}`],
    );
  });

  it('Refuses to delete a contact property that a step of an enabled automation uses with validation_error 422, and names the automation.', async () => {
    const names = ['plan', 'seats', 'town', 'score', '__proto__'];
    const ids = new Map<string, string>();
    for (const key of [...names, 'plan_2'])
      ids.set(key, await owner.make('/contact-properties', { key, type: 'string' }));
    const path = (key: string) => `/contact-properties/${ids.get(key)}`;
    const rule = (key: string) => ({ field: `contact.properties.${key}`, operator: 'exists' });
    const reference = (key: string) => ({ var: `contact.properties.${key}` });
    const template = { id: await published(), variables: { NAME: [{ deep: reference('score') }] } };
    await expectKept(
      [
        { key: 'paid', type: 'condition', config: { and: [rule('plan')] } },
        { key: 'wait', type: 'wait_for_event', config: { event_name: 'x', filter_rule: rule('seats') } },
        {
          key: 'update',
          type: 'contact_update',
          config: { first_name: reference('town'), properties: JSON.parse('{"__proto__": "x"}') },
        },
        mail({ template }),
      ],
      names.map(path),
    );
    await owner.api.delete(path('plan_2')).expect(200);
  });

  it('Refuses to delete a template that a step of an enabled automation uses, by its id or its alias, with validation_error 422, and names the automation.', async () => {
    const byId = await published();
    const byAlias = await published('welcome');
    await published('other');
    const steps = [
      mail({ template: { id: byId } }),
      { ...mail({ template: { id: 'welcome' } }), key: 'second' },
    ];
    await owner.made({ status: 'enabled', steps: [TRIGGER, mail({ template: { id: 'other' } })] });
    await expectKept(steps, [`/templates/${byId}`, `/templates/${byAlias}`]);
  });

  it('Refuses to delete a domain of an enabled automation with validation_error 422, and names the automation.', async () => {
    const { id, name } = await createDomain(app.pool, owner.accountId);
    await createDomain(app.pool, owner.accountId);
    await owner.made({ domain: name });
    const { id: user } = await owner.made({ name: 'User', domain: name, status: 'enabled' });
    await owner.made({ status: 'enabled' });
    const answer = await owner.api.delete(`/domains/${id}`);
    expect(expectError(answer, 422, 'validation_error')).to.include('"User"');
    expect((await owner.stored(user))?.domain_id).to.equal(id);
    await owner.api.post(`/automations/${user}/stop`).expect(200);
    await owner.api.delete(`/domains/${id}`).expect(200);
  });

  it('Keeps the disabled automations of a deleted domain, which can be enabled once the account has a domain of that name again.', async () => {
    const { id, name } = owner.domain;
    const made = await owner.made();
    await owner.api.delete(`/domains/${id}`).expect(200);
    expect(await owner.shown(made.id)).to.deep.equal(made);
    expect(await owner.stored(made.id)).to.include({ domain_id: null });
    const enable = () => owner.change(made.id, { status: 'enabled' });
    expect(expectError(await enable(), 422, 'validation_error')).to.include(name);
    await owner.change(made.id, { name: 'Other' }).expect(200);
    await owner.api.post(`/automations/${made.id}/duplicate`).expect(201);
    // Its audience is another one than that of the deleted domain.
    await createDomain(app.pool, owner.accountId);
    const again = await createDomain(app.pool, owner.accountId, { name });
    const { body } = await enable();
    const { audience_id } = await owner.read(`/domains/${again.id}`);
    expect(body).to.include({ status: 'enabled', audience_id });
    expect(await owner.stored(made.id)).to.include({ domain_id: again.id });
  });

  it('Lets no enabled automation use what is deleted at the same moment.', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const segment = await owner.make('/segments', { name: 'Beta testers' });
      const template = await published();
      const topic = await owner.topic();
      const property = await owner.make('/contact-properties', { key: `key_${round}`, type: 'string' });
      const rule = { field: `contact.properties.key_${round}`, operator: 'exists' };
      const domain = await createDomain(app.pool, owner.accountId);
      for (const [path, step, fields] of [
        [`/segments/${segment}`, { type: 'add_to_segment', config: { segment_id: segment } }, {}],
        [`/templates/${template}`, mail({ template: { id: template } }), {}],
        [`/topics/${topic}`, mail({ template: { id: await published() }, topic_id: topic }), {}],
        [`/contact-properties/${property}`, { type: 'condition', config: rule }, {}],
        [`/domains/${domain.id}`, DELAY, { domain: domain.name }],
      ] as const) {
        const make = () =>
          owner.create({ status: 'enabled', steps: [TRIGGER, { key: 'a', ...step }], ...fields });
        const remove = () => owner.api.delete(path);
        const [first, second] = round % 2 === 0 ? [make, remove] : [remove, make];
        const [a, b] = await Promise.all([first(), second()]);
        const succeeded = [a, b].filter(({ status }) => status < 300);
        expect(succeeded, `${path}: ${JSON.stringify([a.body, b.body])}`).to.have.length(1);
      }
    }
  });
});
