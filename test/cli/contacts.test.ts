// The commands of contacts, against a real API.
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createSegment, createTopic } from '../support/factories/contact-factories.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn contacts', () => {
  const app = useApp();

  const createCaller = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const run = (...args: string[]) => posthorn(args, { env });
    return { accountId, run };
  };

  it('create, get, update and delete, by id and by address', async () => {
    const { run } = await createCaller();
    const contact = expectJson(
      await run('contacts', 'create', '--email', 'Bo+x@x.dev', '--first-name', 'Bo'),
    );
    expect(contact).to.include({ object: 'contact', email: 'Bo+x@x.dev', first_name: 'Bo' });
    for (const key of [contact.id, 'bo+x@x.dev'])
      expect(expectJson(await run('contacts', 'get', key))).to.deep.equal(contact);
    const changed = expectJson(await run('contacts', 'update', 'bo+x@x.dev', '--unsubscribed', 'true'));
    expect(changed).to.include({ id: contact.id, unsubscribed: true });
    const deleted = expectJson(await run('contacts', 'delete', contact.id, '--erase'));
    expect(deleted).to.deep.equal({ object: 'contact', id: contact.id, contact: contact.id, deleted: true });
    expectFailure(await run('contacts', 'delete', contact.id), 404, 'not_found');
  });

  it('list with filters, batch, segments and topics', async () => {
    const { accountId, run } = await createCaller();
    const { id: segment } = await createSegment(app.pool, accountId);
    const { id: topic } = await createTopic(app.pool, accountId);
    const contacts = ['ana@x.dev', 'bo@x.dev'].map((email) => JSON.stringify({ email, segments: [segment] }));
    const saved = expectJson(
      await run('contacts', 'batch', '--contacts', ...contacts, '--on-conflict', 'skip'),
    );
    expect(saved.data).to.have.length(2);
    const found = expectJson(await run('contacts', 'list', '--q', 'ana', '--unsubscribed', 'false'));
    expect(found.data.map((contact: { email: string }) => contact.email)).to.deep.equal(['ana@x.dev']);
    expect(expectJson(await run('contacts', 'list', '--limit', '1', '--all')).data).to.have.length(2);
    expect(expectJson(await run('segments', 'contacts', segment)).data).to.have.length(2);
    expect(expectJson(await run('contacts', 'segments', 'ana@x.dev')).data[0].id).to.equal(segment);
    expectJson(await run('contacts', 'remove-segment', 'ana@x.dev', segment));
    expectJson(await run('contacts', 'add-segment', 'bo@x.dev', segment));
    expect(expectJson(await run('segments', 'contacts', segment)).data).to.have.length(1);
    const choice = JSON.stringify({ id: topic, subscription: 'opt_out' });
    expectJson(await run('contacts', 'update-topics', 'bo@x.dev', '--topics', choice));
    const topics = expectJson(await run('contacts', 'topics', 'bo@x.dev')).data;
    expect(topics[0]).to.include({ id: topic, subscription: 'opt_out' });
  });

  it('audiences contacts', async () => {
    const { run } = await createCaller();
    const { id: audience } = expectJson(await run('audiences', 'create', '--name', 'Shop'));
    const of = (action: string, ...args: string[]) => run('audiences', 'contacts', action, audience, ...args);
    const contact = expectJson(await of('create', '--email', 'bo@x.dev'));
    expect(contact.audience_id).to.equal(audience);
    expect(expectJson(await of('get', 'bo@x.dev'))).to.deep.equal(contact);
    expect(expectJson(await of('update', 'bo@x.dev', '--last-name', 'Smith')).last_name).to.equal('Smith');
    expect(expectJson(await of('list')).data).to.have.length(1);
    expect(expectJson(await of('delete', contact.id)).deleted).to.equal(true);
  });
});
