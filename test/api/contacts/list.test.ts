// GET /contacts (docs/reference/contacts.md#get-contacts).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

describe('GET /contacts', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const find = async (query: Record<string, string>, path = '/contacts'): Promise<string[]> => {
    const { status, body } = await owner.api.get(path).query(query);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.data.map(({ email }: { email: string }) => email.replace('@x.dev', ''));
  };

  it('Lists the contacts of the audience that `audience_id` names, and rejects an unknown one with not_found 404.', async () => {
    const audience = await owner.audience();
    await owner.add('bo@x.dev');
    await owner.add('cy@x.dev', { audience_id: audience });
    const { data } = await owner.read(`/contacts?audience_id=${audience.toUpperCase()}`);
    expect(data.map(({ email }: { email: string }) => email)).to.deep.equal(['cy@x.dev']);
    const foreign = await (await createContactOwner(app)).audience();
    for (const id of [UNKNOWN_ID, foreign])
      expectError(await owner.api.get(`/contacts?audience_id=${id}`), 404, 'not_found');
    expectError(await owner.api.get('/contacts?audience_id=x'), 422, 'validation_error');
  });

  it('Rejects a segment of another audience than that of the list with validation_error 422.', async () => {
    const audience = await owner.audience();
    const filter = { field: 'contact.email', operator: 'exists' };
    const other = await owner.make('/segments', { name: 'By rules', filter });
    await owner.add('cy@x.dev', { audience_id: audience });
    const query = { audience_id: audience, segment_id: other };
    expectError(await owner.api.get('/contacts').query(query), 422, 'validation_error');
    const path = `/audiences/${audience}/contacts`;
    expectError(await owner.api.get(path).query({ segment_id: other }), 422, 'validation_error');
  });

  it('Lists the contacts of the default audience, newest first, without `properties`, `segments` and `suppressed`.', async () => {
    const audience = await owner.audience();
    const { properties, segments, suppressed, object, ...ana } = (
      await owner.add('ana@x.dev', { first_name: 'Ana' })
    ).body;
    await owner.add('cy@x.dev', { audience_id: audience });
    await owner.add('bo@x.dev', { unsubscribed: true });
    expect(await find({})).to.deep.equal(['bo', 'ana']);
    const { body } = await owner.api.get('/contacts?limit=1');
    const list = await owner.read(`/contacts?after=${body.data[0].id}`);
    expect(list).to.deep.equal({ object: 'list', has_more: false, data: [ana] });
    expect([object, properties, segments, suppressed]).to.deep.equal(['contact', {}, [], null]);
  });

  const createList = async () => {
    const segment = await owner.segment();
    await owner.add('ana@x.dev', { first_name: 'Ana', last_name: 'Berg', segments: [segment] });
    await owner.add('bo@x.dev', { first_name: 'Bo', segments: [segment], unsubscribed: true });
    await owner.add('cy@x.dev', { last_name: 'Anders' });
    return segment;
  };

  it('Filters contacts by segment, topic, unsubscribe, address and text, alone and together.', async () => {
    const segment = await createList();
    const topic = await owner.topic();
    const all: [query: Record<string, string>, found: string[]][] = [
      [{ segment_id: segment }, ['bo', 'ana']],
      [{ unsubscribed: 'true' }, ['bo']],
      [{ unsubscribed: 'false' }, ['cy', 'ana']],
      [{ email: 'CY@X.dev' }, ['cy']],
      [{ email: 'cy@y.dev' }, []],
      [{ q: 'an' }, ['cy', 'ana']],
      [{ q: 'na ber' }, ['ana']],
      [{ q: '@X.DEV' }, ['cy', 'bo', 'ana']],
      [{ q: 'an%' }, []],
      [{ topic_id: topic }, ['cy', 'ana']],
      [{ segment_id: segment, unsubscribed: 'false' }, ['ana']],
      [{ segment_id: segment, q: 'bo' }, ['bo']],
      [{ segment_id: segment, email: 'cy@x.dev' }, []],
      [{ topic_id: topic, q: 'an', unsubscribed: 'false', email: 'cy@x.dev' }, ['cy']],
    ];
    for (const [query, found] of all) expect(await find(query), JSON.stringify(query)).to.deep.equal(found);
    const first = await owner.api.get('/contacts').query({ q: 'an', limit: 1 });
    expect(first.body.has_more).to.equal(true);
    expect(await find({ q: 'an', after: first.body.data[0].id })).to.deep.equal(['ana']);
    const { id } = await owner.contact('ana@x.dev');
    expect(await find({ segment_id: segment, q: 'x.dev', before: String(id) })).to.deep.equal(['bo']);
  });

  it('Finds with topic_id whom a topic reaches: by choice, else by default, and no contact that has unsubscribed from everything.', async () => {
    const make = (subscription: string) =>
      owner.make('/topics', { name: subscription, default_subscription: subscription });
    const usual = await make('opt_in');
    const asked = await make('opt_out');
    const choose = (subscription: string) => ({
      topics: [usual, asked].map((id) => ({ id, subscription })),
    });
    await owner.add('none@x.dev');
    await owner.add('in@x.dev', choose('opt_in'));
    await owner.add('out@x.dev', choose('opt_out'));
    await owner.add('gone@x.dev', { ...choose('opt_in'), unsubscribed: true });
    expect(await find({ topic_id: usual })).to.deep.equal(['in', 'none']);
    expect(await find({ topic_id: asked })).to.deep.equal(['in']);
  });

  it('Rejects a filter with an unknown segment or topic with not_found 404, and a malformed value with validation_error 422.', async () => {
    const other = await createContactOwner(app);
    const foreign = {
      segment_id: await other.segment(),
      topic_id: await other.topic(),
    };
    for (const [name, id] of Object.entries(foreign)) {
      for (const unknown of [id, UNKNOWN_ID])
        expectError(await owner.api.get('/contacts').query({ [name]: unknown }), 404, 'not_found');
    }
    for (const query of ['segment_id=none', 'topic_id=', 'unsubscribed=1', 'email=bo', 'q=', 'segmentid=x']) {
      const answer = await owner.api.get(`/contacts?${query}`);
      expect(expectError(answer, 422, 'validation_error')).to.include(`\`${query.split('=')[0]}\``);
    }
  });

  describePaging(app, OPERATIONS.listContacts.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const create = async (account: string) => (await createContact(app.pool, { accountId: account })).id;
    return {
      token,
      createItem: () => create(accountId),
      deleteItem: (id) => app.pool.query('DELETE FROM contacts WHERE id = $1', [id]),
      createForeignItem: async () => create((await createApiKey(app.pool)).accountId),
    };
  });
});
