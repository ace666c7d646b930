// The variables that a template declares (docs/reference/templates.md#the-template-record).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createTemplateOwner } from './owner.ts';

describe('Variables of a template', () => {
  const app = useApp();
  const NAME = { key: 'NAME', type: 'string', fallback_value: 'you' };
  const news = useEach(() => createTemplateOwner(app, () => ({ html: '<p>Hi</p>', variables: [NAME] })));
  /** Changes the template a second later. @returns its variables, and the time of the change */
  const change = async (variables: readonly object[]) => {
    app.clock.advance(1_000);
    const { body } = await news.patch({ variables }).expect(200);
    return { variables: body.variables, at: app.clock.now().toISOString() };
  };

  it('Answers each variable with an id, the same in all versions, and with the times when it was declared and last changed.', async () => {
    const { variables, created_at } = await news.publish();
    const [name] = variables as Record<string, unknown>[];
    expect(name).to.deep.equal({ ...NAME, id: name?.['id'], created_at, updated_at: created_at });
    const added = await change([NAME, { key: 'PLAN', type: 'number' }]);
    const [, plan] = added.variables;
    expect(added.variables[0]).to.deep.equal(name);
    expect(plan).to.include({ fallback_value: null, created_at: added.at, updated_at: added.at });
    expect(plan.id).not.to.equal(name?.['id']);
    // As a client sends it that changes what it has read.
    const changed = await change([{ ...name, fallback_value: 'friend' }, plan]);
    expect(changed.variables).to.deep.equal([
      { ...name, fallback_value: 'friend', updated_at: changed.at },
      plan,
    ]);
    const copy = await news.read(`/templates/${(await news.post('/duplicate')).body.id}`);
    expect(copy.variables[0]).to.include({ key: 'NAME', created_at: copy.created_at });
    expect(copy.variables[0].id).not.to.equal(name?.['id']);
    await app.pool.query(
      `UPDATE template_versions SET variables = '[{"key": "NAME", "type": "string", "fallbackValue": null}]'
       WHERE template_id = $1`,
      [news.id],
    );
    const [old] = (await news.read(news.path)).variables;
    expect(old).to.include({ id: name?.['id'], created_at, updated_at: created_at });
  });
});
