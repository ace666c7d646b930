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

  it('Rejects an email step without a template with missing_required_field 422, and an unknown template or topic with not_found 404.', async () => {
    const missing = 'missing_required_field';
    for (const none of [undefined, null])
      await owner.refuse('send_email', { template: none }, 'template', missing);
    for (const id of [undefined, null, ''])
      await owner.refuse('send_email', { template: { id } }, 'template.id', missing);
    const foreign = await createAccount(app.pool);
    const others = await createTemplate(app.pool, foreign.id, { from: 'a@acme.dev', alias: 'theirs' });
    for (const id of [UNKNOWN_ID, 'unknown', 'Welcome', others.id, 'theirs'])
      await owner.refuse('send_email', { template: { id } }, 'template.id', 'not_found');
    for (const topic_id of [UNKNOWN_ID, (await createTopic(app.pool, foreign.id)).id])
      await owner.refuse('send_email', { template, topic_id }, 'topic_id', 'not_found');
  });

  it('Rejects a template that was never published for an email step with validation_error 422.', async () => {
    const draft = { isPublished: false, from: `ana@${owner.domain.name}`, alias: 'draft' };
    const { id } = await createTemplate(app.pool, owner.accountId, draft);
    for (const name of [id, 'draft']) await refuse({ template: { id: name } }, 'template.id');
    await owner.api.post('/templates/draft/publish').expect(200);
    const config = { template: { id: 'draft' } };
    expect(await owner.config('send_email', config)).to.deep.equal(config);
  });

  it('Rejects an email step whose From neither the step nor its template gives with missing_required_field 422.', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId);
    for (const from of [undefined, null, ''])
      await owner.refuse('send_email', { template: { id }, from }, 'from', 'missing_required_field');
    for (const from of ['ann@acme.dev', { var: 'event.from' }]) {
      const config = { template: { id }, from };
      expect(await owner.config('send_email', config)).to.deep.equal(config);
    }
  });

  it('Refuses to enable an automation whose email step has no subject, nor its template, with missing_required_field 422.', async () => {
    const { id } = await createTemplate(app.pool, owner.accountId, { from: 'ann@acme.dev', subject: null });
    const step = (config: object) => [
      { key: 'mail', type: 'send_email', config: { template: { id }, ...config } },
    ];
    const made = await owner.made({ steps: step({}) });
    const refused = await owner.change(made.id, { status: 'enabled' });
    expect(expectError(refused, 422, 'missing_required_field')).to.include('`steps[1].config.subject`');
    const given = { status: 'enabled', steps: step({ subject: 'Hello' }) };
    expect((await owner.change(made.id, given)).status).to.equal(200);
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
