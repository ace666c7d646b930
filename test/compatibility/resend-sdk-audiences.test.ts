// The contact properties, segments and topics of the Node SDK of Resend, unchanged
// (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { type SdkAnswer, succeed } from './support/succeed.ts';
import { expectError, UNKNOWN_ID, useResend } from './support/use-resend.ts';

describe('The newest SDK of Resend creates, lists, gets, updates and removes contact properties, segments and topics.', () => {
  const app = useApp();
  const test = useResend(app);
  const expectNotFound = (answer: Promise<SdkAnswer<unknown>>) => expectError(answer, 'not_found', 404);

  it('contact properties', async () => {
    const { contactProperties } = test.resend;
    const created = await succeed(
      contactProperties.create({ key: 'company', type: 'string', fallbackValue: 'your company' }),
    );
    expect(created.object).to.equal('contact_property');
    const seats = await succeed(contactProperties.create({ key: 'seats', type: 'number', fallbackValue: 5 }));
    const { id } = created;
    await succeed(contactProperties.update({ id, fallbackValue: 'your team' }));
    const property = await succeed(contactProperties.get(id));
    const shown = { id, key: 'company', type: 'string', fallbackValue: 'your team' };
    expect(property).to.deep.include({ object: 'contact_property', ...shown });
    expect(new Date(property.createdAt).toISOString()).to.equal(property.createdAt);
    const page = await succeed(contactProperties.list({ limit: 1, after: seats.id }));
    expect(page.data[0]).to.deep.include(shown);
    await succeed(contactProperties.update({ id, fallbackValue: null }));
    expect((await succeed(contactProperties.get(id))).fallbackValue).to.equal(null);
    expect(await succeed(contactProperties.remove(id))).to.deep.include({ id, deleted: true });
    await expectNotFound(contactProperties.get(id));
    const { error } = await contactProperties.update({ id: seats.id, fallbackValue: 'many' });
    expect(error).to.include({ name: 'validation_error', statusCode: 422 });
  });

  it('segments, which are audiences too', async () => {
    const { segments, audiences } = test.resend;
    const { id, name, object } = await succeed(segments.create({ name: 'Beta testers' }));
    expect({ name, object }).to.deep.equal({ name: 'Beta testers', object: 'segment' });
    expect(await succeed(segments.update(id, { name: 'Early users' }))).to.deep.include({ id });
    expect(await succeed(segments.get(id))).to.deep.include({ object: 'segment', id, name: 'Early users' });
    const page = await succeed(segments.list({ limit: 1 }));
    expect(page).to.include({ object: 'list', has_more: false });
    expect(page.data[0]).to.deep.include({ id, name: 'Early users' });
    const second = await succeed(audiences.create({ name: 'Customers' }));
    expect((await succeed(audiences.list())).data).to.have.length(2);
    expect(await succeed(audiences.get(second.id))).to.deep.include({ name: 'Customers' });
    for (const removed of [await succeed(segments.remove(id)), await succeed(audiences.remove(second.id))])
      expect(removed).to.deep.include({ object: 'segment', deleted: true });
    await expectNotFound(segments.get(id));
    await expectNotFound(segments.remove(UNKNOWN_ID));
  });

  it('topics', async () => {
    const { topics } = test.resend;
    const { id } = await succeed(
      topics.create({ name: 'Product news', description: 'What is new', defaultSubscription: 'opt_in' }),
    );
    await succeed(topics.update({ id, name: 'News' }));
    const topic = await succeed(topics.get(id));
    const shown = { id, name: 'News', description: 'What is new', default_subscription: 'opt_in' };
    expect(topic).to.deep.include(shown);
    const list = await succeed(topics.list());
    expect(list.data).to.have.length(1);
    expect(list.data[0]).to.deep.include(shown);
    expect(await succeed(topics.remove(id))).to.deep.include({ object: 'topic', id, deleted: true });
    await expectNotFound(topics.get(id));
    await expectNotFound(topics.remove(UNKNOWN_ID));
  });
});
