// The commands `posthorn audiences …`, `segments …`, `topics …` and `contact-properties …`, against the real API.
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

describe('posthorn audiences, segments, topics and contact-properties', () => {
  const app = useApp();
  let run: (...args: string[]) => ReturnType<typeof posthorn>;
  beforeEach(async () => {
    const { token } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    run = (...args) => posthorn(args, { env });
  });
  const idsOf = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);

  it('audiences create, list, get, delete', async () => {
    const created = expectJson(await run('audiences', 'create', '--name', 'Customers'));
    expect(created).to.include({ object: 'audience', name: 'Customers', default: false });
    expect(idsOf(expectJson(await run('audiences', 'list', '--limit', '1', '--all')))).to.have.length(2);
    expect(expectJson(await run('audiences', 'get', created.id))).to.deep.equal(created);
    const deleted = { object: 'audience', id: created.id, deleted: true };
    expect(expectJson(await run('audiences', 'delete', created.id))).to.deep.equal(deleted);
    expectFailure(await run('audiences', 'get', created.id), 404, 'not_found');
  });

  it('segments create, list, get, update, delete', async () => {
    const audience = expectJson(await run('audiences', 'create', '--name', 'Customers'));
    const created = expectJson(
      await run('segments', 'create', '--name', 'Beta testers', '--audience-id', audience.id),
    );
    expect(created).to.include({ object: 'segment', name: 'Beta testers', audience_id: audience.id });
    expect(idsOf(expectJson(await run('segments', 'list')))).to.deep.equal([created.id]);
    const updated = expectJson(await run('segments', 'update', created.id, '--name', 'Early users'));
    expect(updated).to.deep.include({ id: created.id, name: 'Early users' });
    const { name, contacts_count: count } = expectJson(await run('segments', 'get', created.id));
    expect([name, count]).to.deep.equal(['Early users', 0]);
    expect(expectJson(await run('segments', 'delete', created.id)).deleted).to.equal(true);
  });

  it('segments preview and create with a filter', async () => {
    expectJson(await run('contacts', 'create', '--email', 'bo@preview.dev'));
    const filter = { field: 'contact.email', operator: 'ends_with', value: '@preview.dev' };
    const preview = expectJson(await run('segments', 'preview', '--filter', JSON.stringify(filter)));
    expect(preview).to.include({ object: 'segment_preview', count: 1 });
    expect(preview.contacts[0].email).to.equal('bo@preview.dev');
    const created = expectJson(
      await run('segments', 'create', '--name', 'Dynamic', '--filter', JSON.stringify(filter)),
    );
    expect(expectJson(await run('segments', 'contacts', created.id)).data).to.have.length(1);
  });

  it('topics create, list, get, update, delete', async () => {
    const news = ['--name', 'News', '--default-subscription', 'opt_out', '--visibility', 'public'];
    const created = expectJson(await run('topics', 'create', ...news));
    expect(created).to.include({ object: 'topic', name: 'News', default_subscription: 'opt_out' });
    expect(idsOf(expectJson(await run('topics', 'list')))).to.deep.equal([created.id]);
    const updated = expectJson(await run('topics', 'update', created.id, '--description', 'What is new'));
    expect(updated).to.include({ name: 'News', description: 'What is new' });
    expect(expectJson(await run('topics', 'get', created.id))).to.deep.equal(updated);
    expect(expectJson(await run('topics', 'delete', created.id)).deleted).to.equal(true);
  });

  it('contact-properties create, list, get, update, delete, with fallback values of each type', async () => {
    const ids: string[] = [];
    for (const [type, flag, value] of [
      ['string', 'your company', 'your company'],
      ['string', '"5"', '5'],
      ['number', '5', 5],
      ['boolean', 'false', false],
      ['date', '2026-11-20', '2026-11-20'],
    ] as const) {
      const flags = ['--key', `key_${ids.length}`, '--type', type, '--fallback-value', flag];
      const created = expectJson(await run('contact-properties', 'create', ...flags));
      expect(created).to.include({ object: 'contact_property', type, fallback_value: value });
      ids.unshift(created.id);
    }
    expect(idsOf(expectJson(await run('contact-properties', 'list')))).to.deep.equal(ids);
    const [id = ''] = ids;
    const changed = expectJson(await run('contact-properties', 'update', id, '--fallback-value', 'null'));
    expect(changed.fallback_value).to.equal(null);
    expect(expectJson(await run('contact-properties', 'get', id))).to.deep.equal(changed);
    expect(expectJson(await run('contact-properties', 'delete', id)).deleted).to.equal(true);
  });
});
