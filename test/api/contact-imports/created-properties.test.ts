// Columns that are used, ignored and made properties of (docs/reference/contact-imports.md#used-and-ignored-columns).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createImporter } from './importer.ts';

const MAKING = { create_properties: true };
const namesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `key_${first + index}`);

describe('Used and ignored columns of imports', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));
  /** Key → type of all properties. */
  const made = async () => {
    const { data } = await importer.owner.read('/contact-properties?limit=100');
    return Object.fromEntries(data.map(({ key, type }: { key: string; type: string }) => [key, type]));
  };
  const valuesOf = async (email: string) => {
    const properties = (await importer.owner.contact(email))['properties'] as Record<
      string,
      { value: unknown }
    >;
    return Object.fromEntries(Object.entries(properties).map(([key, { value }]) => [key, value]));
  };
  const post = (options: object) => importer.owner.api.post('/contacts/imports').send(options);

  it('Shows which columns are used, by their fields, and which are ignored, from the first chunk on, and null before.', async () => {
    const { owner } = importer;
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const header = 'note,First Name,,E\u0000,Plan,__proto__,EMAIL,note';
    const started = await importer.upload(Buffer.from(`${header}\na,Bo,b,c,pro,d,bo@x.dev,e`));
    expect(started.columns).to.equal(null);
    const used = { 'First Name': 'first_name', Plan: 'properties.plan', EMAIL: 'email' };
    const columns = { used, ignored: ['note', '', 'E\ufffd', '__proto__', 'note'] };
    expect((await importer.run(started)).columns).to.deep.equal(columns);
    expect((await owner.read('/contacts/imports')).data[0].columns).to.deep.equal(columns);
    const column_map = { email: 'm', first_name: '__proto__', last_name: '__proto__' };
    const mapped = await owner.api
      .post('/contacts/imports')
      .send({ csv: `m,__proto__,${'x'.repeat(200)}\ncy@x.dev,Cy,1`, column_map });
    await importer.run(mapped.body);
    const { text } = await owner.api.get(`/contacts/imports/${mapped.body.id}`);
    const ignored = `"ignored":["${'x'.repeat(100)}…"]`;
    expect(text).to.include(`{"used":{"m":"email","__proto__":"first_name, last_name"},${ignored}}`);
    expect((await importer.load('name\nBo')).columns).to.equal(null);
  });

  it('Shows no address of the header among used and ignored columns.', async () => {
    const { columns } = await importer.load(['email,given by cy@x.dev', 'bo@x.dev,a']);
    expect(columns).to.deep.equal({ used: { email: 'email' }, ignored: ['given by …@…'] });
  });

  it('Makes a property for each column without one, in the order of the file, when `create_properties` or the account’s setting says so.', async () => {
    const { owner } = importer;
    await owner.make('/contact-properties', { key: 'Visits', type: 'number' });
    const csv = ['email,Favourite  Colour,VISITS,sub-plan', 'bo@x.dev,red,5,', 'cy@x.dev,,x,a'];
    const ended = await importer.run(
      await importer.upload(Buffer.from(csv.join('\n')), { create_properties: 'true' }),
    );
    expect(ended.counts).to.include({ created: 1, failed: 1 });
    expect(ended.columns).to.deep.equal({
      used: {
        email: 'email',
        'Favourite  Colour': 'properties.favourite_colour',
        VISITS: 'properties.Visits',
        'sub-plan': 'properties.sub_plan',
      },
      ignored: [],
    });
    expect(await made()).to.deep.equal({ Visits: 'number', favourite_colour: 'string', sub_plan: 'string' });
    expect(await valuesOf('bo@x.dev')).to.deep.equal({ Visits: 5, favourite_colour: 'red' });
    expect((await importer.load(csv)).columns).to.deep.equal(ended.columns);
    const { api: person } = await enter(app, { accountId: owner.accountId });
    await person.patch('/account').send({ create_properties: true }).expect(200);
    const refusing = { create_properties: false };
    expect((await importer.load('email,a\nbo@x.dev,b', refusing)).columns?.ignored).to.deep.equal(['a']);
    expect((await importer.load('email,a\nbo@x.dev,b')).columns?.used['a']).to.equal('properties.a');
  });

  it('Makes the properties of a `column_map` with their types, or as texts with `create_properties`, and none with `create_properties: false`.', async () => {
    const csv = 'email,Born,V,Other,Free\nbo@x.dev,1990-05-01,5,a,b';
    const born = { column: 'Born', type: 'date' };
    const properties = { born, visits: { column: 'V', type: 'number' } };
    for (const refused of [
      { column_map: { properties }, create_properties: false },
      { column_map: { properties: { free: { column: 'Free' } } } },
      { column_map: { properties: { 'a-b': born } } },
      { column_map: { properties: { Email: born } }, ...MAKING },
    ])
      expect(expectError(await post({ csv, ...refused }), 422, 'validation_error')).to.include(
        '`column_map.prop',
      );
    const { columns } = await importer.load(csv, { column_map: { properties } });
    expect(columns).to.deep.equal({
      used: { email: 'email', Born: 'properties.born', V: 'properties.visits' },
      ignored: ['Other', 'Free'],
    });
    await importer.load(csv, { column_map: { properties: { free: { column: 'Free' } } }, ...MAKING });
    expect(await made()).to.deep.equal({ born: 'date', visits: 'number', free: 'string' });
    expect(await valuesOf('bo@x.dev')).to.deep.equal({ born: '1990-05-01', visits: 5 });
  });

  it('Ignores columns whose names cannot be keys of properties, and reads the others.', async () => {
    const ignored = ['Größe', 'Price (€)', '', 'x'.repeat(51), 'Email', 'a.b', '  '];
    const { columns, status } = await importer.load(
      [`email,fine,${ignored.join(',')}`, 'bo@x.dev,1'],
      MAKING,
    );
    expect([status, columns?.used]).to.deep.equal(['completed', { email: 'email', fine: 'properties.fine' }]);
    expect(columns?.ignored).to.deep.equal(ignored.map((name) => name.trim()));
    expect(await made()).to.deep.equal({ fine: 'string' });
  });

  it('Reads of two columns that make the same key the one that is spelt like it, and ends the import as `failed` when that decides nothing.', async () => {
    const options = { ...MAKING, on_conflict: 'update' };
    for (const _ of ['made', 'present']) {
      const { columns } = await importer.load(['email,Sub Plan,sub_plan', 'bo@x.dev,a,b'], options);
      expect(columns?.ignored).to.deep.equal(['Sub Plan']);
      expect(await valuesOf('bo@x.dev')).to.deep.equal({ sub_plan: 'b' });
      for (const header of ['email,City,CITY', 'email,city,city']) {
        const failed = await importer.load([header, 'cy@x.dev,a,b'], options);
        expect([failed.status, failed.columns]).to.deep.equal(['failed', null]);
        expect(failed.error).to.equal('The header has the column "city" more than once.');
      }
    }
    expect(await made()).to.deep.equal({ sub_plan: 'string' });
    expect(await importer.owner.emails()).to.deep.equal(['bo@x.dev']);
  });

  it('Makes properties up to 200 per account in the order of the file, ignores the other columns and imports the rows.', async () => {
    const { owner } = importer;
    const properties = Object.fromEntries(namesFrom(0, 150).map((key) => [key, 'v']));
    await owner.add('cy@x.dev', { properties, ...MAKING }).expect(201);
    const names = namesFrom(100, 150);
    const { columns, counts } = await importer.load(
      [['email', ...names, ...namesFrom(0, 50)].join(','), ['bo@x.dev', ...names].join(',')],
      MAKING,
    );
    expect(counts).to.include({ created: 1, failed: 0 });
    expect(columns?.ignored).to.deep.equal(namesFrom(200, 50));
    expect(Object.keys(columns?.used ?? {})).to.have.length(1 + 100 + 50);
    expect(Object.keys(await valuesOf('bo@x.dev'))).to.have.members(namesFrom(100, 100));
    const column_map = { properties: { born: { column: 'key_0', type: 'date' } } };
    const full = await importer.load('email,key_0\nbo@x.dev,1990-05-01', { column_map });
    expect([full.status, full.columns?.ignored]).to.deep.equal(['completed', ['key_0']]);
    expect(await owner.count('contact_properties')).to.equal(200);
  });

  it('Makes a property once when two imports need it, and ends the later one as `failed` when its `column_map` gives another type.', async () => {
    const start = (column_map: object | null, options = MAKING) =>
      importer.start('email,n\nbo@x.dev,5', { column_map, ...options });
    const typed = (type: string) => ({ properties: { n: { column: 'n', type } } });
    const started = [await start(typed('number')), await start(typed('string')), await start(null)];
    const ended = [];
    for (const each of started) ended.push(await importer.run(each));
    expect(ended.map(({ status }) => status)).to.deep.equal(['completed', 'failed', 'completed']);
    expect(ended[1]?.error).to.include('type number').and.include('gives string');
    expect(await made()).to.deep.equal({ n: 'number' });
    const other = await createImporter(app);
    const concurrent = await importer.start('email,a,b,c\nbo@x.dev,1,2,3', MAKING);
    const adding = namesFrom(0, 8).map((key) =>
      importer.owner.add(`${key}@x.dev`, { properties: { a: 'v', b: 'v', [key]: 'v' }, ...MAKING }),
    );
    const [imported, ...answers] = await Promise.all([importer.run(concurrent), ...adding]);
    expect(imported.status).to.equal('completed');
    for (const { status } of answers) expect(status).to.equal(201);
    expect(await importer.owner.count('contact_properties')).to.equal(1 + 3 + 8);
    expect(await other.owner.count('contact_properties')).to.equal(0);
  });

  it('Reads the same columns when an import is continued, also when properties were created or deleted since then.', async () => {
    const { owner } = importer;
    const csv = ['email,a,b,c', 'bo@x.dev,1,2,3', 'cy@x.dev,1,2,3'];
    /** As a worker leaves the import that has written its first row. */
    const begin = async (options: object) => {
      const { id } = await importer.start(csv, options);
      const used = [
        [0, 'email', 'email'],
        [1, 'a', 'properties.a'],
        [2, 'b', 'properties.b'],
      ];
      await app.pool.query(
        `UPDATE contact_imports SET status = 'in_progress', rows_read = 2, created = 1, columns = $2 WHERE id = $1`,
        [id, JSON.stringify({ used, ignored: ['c'] })],
      );
      return { id };
    };
    const a = await owner.make('/contact-properties', { key: 'a', type: 'string' });
    for (const key of ['b', 'c']) await owner.make('/contact-properties', { key, type: 'string' });
    const ended = await importer.run(await begin({ ...MAKING, on_conflict: 'update' }));
    expect(ended.columns?.ignored).to.deep.equal(['c']);
    expect(await valuesOf('cy@x.dev')).to.deep.equal({ a: '1', b: '2' });
    const column_map = { properties: { a: { column: 'a' }, b: { column: 'b' } } };
    const mapped = await begin({ column_map });
    await owner.api.delete(`/contact-properties/${a}`).expect(200);
    expect((await importer.run(mapped)).error).to.equal('The contact property `a` was deleted.');
    const named = await importer.run(await begin({ ...MAKING, on_conflict: 'update' }));
    expect(named.status).to.equal('completed');
    expect(await valuesOf('cy@x.dev')).to.deep.equal({ b: '2' });
  });
});
