// The step send_email (docs/reference/automation-steps.md#types).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createTopic } from '../../../support/factories/contact-factories.ts';
import { createAccount } from '../../../support/factories/factories.ts';
import { createTemplate } from '../../../support/factories/template-factories.ts';
import { UNKNOWN_ID } from '../../specimen.ts';
import { createStepWriter } from './writer.ts';

const template = { id: 'welcome' };

describe('The step send_email', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));
  const refuse = (config: object, path: string) => owner.refuse('send_email', { template, ...config }, path);

  it('Accepts an email step with all its fields, and answers them again.', async () => {
    const topic = await createTopic(app.pool, owner.accountId);
    const full = {
      template: { id: owner.template.id, variables: { NAME: 'Ann', LIST: [1, true, null, { a: {} }] } },
      from: `Ann <ann@${owner.domain.name}>`,
      subject: 'Hello',
      reply_to: ['help@acme.dev', 'Bo <bo@acme.dev>'],
      topic_id: topic.id,
    };
    for (const config of [full, { template }, { template, reply_to: 'help@acme.dev' }])
      expect(await owner.config('send_email', config)).to.deep.equal(config);
    const upper = { template: { id: owner.template.id.toUpperCase() }, topic_id: topic.id.toUpperCase() };
    expect(await owner.config('send_email', upper)).to.deep.equal({
      template: { id: owner.template.id },
      topic_id: topic.id,
    });
    const empty = { from: '', subject: null, reply_to: [], topic_id: null, to: 'bo@acme.dev' };
    const config = { ...empty, template: { ...template, alias: 'x', variables: null } };
    expect(await owner.config('send_email', config)).to.deep.equal({ template });
  });

  it('Accepts the variables of an email step in the template or next to it, and rejects both with validation_error 422.', async () => {
    const variables = { NAME: 'Ann' };
    const inside = { template: { ...template, variables } };
    for (const config of [inside, { template, variables }])
      expect(await owner.config('send_email', config)).to.deep.equal(inside);
    await refuse({ ...inside, variables }, 'variables');
    await refuse({ variables: ['Ann'] }, 'variables');
    await refuse({ template: { ...template, variables: 'Ann' } }, 'template.variables');
  });

  it('Keeps the variables next to a template that an email step lacks, and answers them in the template once a change adds it to the config.', async () => {
    const variables = { NAME: { var: 'contact.first_name' }, PLAN: 'free' };
    const step = { key: 'mail', type: 'send_email', config: { variables, template: null } };
    const { id, steps } = await owner.made({ steps: [step] });
    const config = steps[1]?.config;
    expect(config).to.deep.equal({ variables });
    const completed = { ...config, template };
    const answer = await owner.api.patch(`/automations/${id}/steps/mail`).send({ config: completed });
    expect(answer.body.config).to.deep.equal({ template: { ...template, variables } });
    await owner.refuse('send_email', { variables: { NAME: { var: 'contact.none' } } }, 'variables.NAME.var');
  });

  it('Rejects an email step whose template has no id with missing_required_field 422, and an unknown template or topic with not_found 404.', async () => {
    for (const id of [undefined, null, ''])
      await owner.refuse('send_email', { template: { id } }, 'template.id', 'missing_required_field');
    const foreign = await createAccount(app.pool);
    const others = await createTemplate(app.pool, foreign.id, { from: 'a@acme.dev', alias: 'theirs' });
    for (const id of [UNKNOWN_ID, 'unknown', 'Welcome', others.id, 'theirs'])
      await owner.refuse('send_email', { template: { id } }, 'template.id', 'not_found');
    for (const topic_id of [UNKNOWN_ID, (await createTopic(app.pool, foreign.id)).id])
      await owner.refuse('send_email', { template, topic_id }, 'topic_id', 'not_found');
  });

  it('Accepts an email step of a disabled automation that lacks a template, a From or a subject, or whose template is a draft, and says what is missing when the automation is enabled.', async () => {
    const { accountId, domain } = owner;
    const from = `ann@${domain.name}`;
    const draft = await createTemplate(app.pool, accountId, { from, isPublished: false });
    const withoutFrom = await createTemplate(app.pool, accountId);
    const withoutSubject = await createTemplate(app.pool, accountId, { from, subject: null });
    for (const [config, missing, lacking] of [
      [{}, 'template'],
      [{ template: null }, 'template'],
      [{ template: { id: draft.id } }, 'template.id', 'validation_error'],
      [{ template: { id: withoutFrom.id } }, 'from'],
      [{ template: { id: withoutSubject.id } }, 'subject'],
    ] as const) {
      const { id } = await owner.made({ steps: [{ key: 'mail', type: 'send_email', config }] });
      const refused = await owner.change(id, { status: 'enabled' });
      const message = expectError(refused, 422, lacking ?? 'missing_required_field');
      expect(message).to.include(`\`steps[1].config.${missing}\``);
      const given = { template, from, subject: 'Hello' };
      const steps = [{ key: 'mail', type: 'send_email', config: given }];
      expect((await owner.change(id, { status: 'enabled', steps })).status).to.equal(200);
    }
  });

  it('Takes the default_from of the domain for an email step whose From neither the step nor its template gives.', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId);
    const steps = [{ key: 'mail', type: 'send_email', config: { template: { id } } }];
    const made = await owner.made({ steps });
    const default_from = `Acme <hello@${owner.domain.name}>`;
    await app.pool.query('UPDATE domains SET default_from = $2 WHERE id = $1', [
      owner.domain.id,
      default_from,
    ]);
    expect((await owner.change(made.id, { status: 'enabled' })).status).to.equal(200);
    const { body } = await owner.api
      .post(`/automations/${made.id}/simulate`)
      .send({ contact: { email: 'bo@customer.dev' } });
    expect(body.steps?.at(-1).output, JSON.stringify(body)).to.include({ from: default_from });
  });

  it('Rejects a From that is no address with invalid_from_address 422, and every other invalid field of an email step with validation_error 422.', async () => {
    for (const from of ['nobody', 'Ann <ann>', 'a@acme.dev, b@acme.dev'])
      await owner.refuse('send_email', { template, from }, 'from', 'invalid_from_address');
    for (const [path, config] of [
      ['template', { template: 'welcome' }],
      ['template.id', { template: { id: 5 } }],
      ['template.id', { template: { id: 'no alias' } }],
      ['template.id', { template: { id: 'x'.repeat(101) } }],
      ['from', { from: 5 }],
      ['from', { from: 'ann@acme.dev\r\nBcc: bo@acme.dev' }],
      ['subject', { subject: ['Hello'] }],
      ['subject', { subject: 'Hello\nBcc: bo@acme.dev' }],
      ['subject', { subject: 'x'.repeat(999) }],
      ['reply_to', { reply_to: 'nobody' }],
      ['reply_to[1]', { reply_to: ['help@acme.dev', ''] }],
      ['reply_to', { reply_to: Array(51).fill('help@acme.dev') }],
      ['topic_id', { topic_id: 'news' }],
      ['topic_id', { topic_id: { id: UNKNOWN_ID } }],
    ] as const)
      await refuse(config, path);
  });
});
