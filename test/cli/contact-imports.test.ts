// The commands of imports, against a real API and the job that runs imports.
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createImporter, type Importer } from '../api/contact-imports/importer.ts';
import { useApp } from '../support/api/app.ts';
import { eventually } from '../support/time/eventually.ts';
import { expectFailure, expectJson, posthorn } from './support/cli.ts';

const CSV = 'Mail,first_name,plan,n,m\nbo@x.dev,Bö,pro\nnobody,Cy,pro\nana@x.dev,Ana,free\n';

describe('posthorn contacts imports', () => {
  const app = useApp();
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-imports-'));
  });
  after(() => rm(directory, { recursive: true }));

  const createCaller = async () => {
    const importer = await createImporter(app);
    const env = { POSTHORN_API_KEY: importer.owner.token, POSTHORN_BASE_URL: app.url };
    const run = (...args: string[]) => posthorn(['contacts', ...args], { env });
    const file = path.join(directory, 'contacts.csv');
    await writeFile(file, CSV);
    return { importer, env, run, file };
  };
  /** Runs the import of the account as soon as there is one. */
  const runImport = async ({ owner, run }: Importer) => {
    const started = await eventually('an import', async () => {
      return (await owner.api.get('/contacts/imports')).body.data[0];
    });
    return await run(started);
  };

  it('import a file with all options, wait for its end, and note ignored columns and refused rows', async () => {
    const { importer, run, file } = await createCaller();
    const { owner } = importer;
    const audience = await owner.make('/audiences', { name: 'Shop' });
    const segment = await owner.make('/segments', { name: 'VIP', audience_id: audience });
    const topic = await owner.make('/topics', { name: 'News', default_subscription: 'opt_in' });
    const columns = {
      email: 'Mail',
      first_name: 'first_name',
      properties: { plan: { column: 'plan', type: 'string' } },
    };
    const flags = ['--audience-id', audience, '--on-conflict', 'update', '--encoding', 'utf-8'];
    const objects = ['--column-map', JSON.stringify(columns), '--segments', segment];
    const choices = ['--topics', JSON.stringify({ id: topic, subscription: 'opt_out' })];
    const [result] = await Promise.all([
      run('import', '--file', file, ...flags, ...objects, ...choices, '--wait'),
      runImport(importer),
    ]);
    const { id } = JSON.parse(result.stdout);
    expect(result.stderr.split('\n')).to.deep.equal([
      'Ignored columns: "n", "m". They match no contact field or property. Use --create-properties to create properties.',
      `Rejected rows: 1. To see them with reasons: posthorn contacts imports failures ${id} --output failures.csv`,
      '',
    ]);
    expect((await run('imports', 'get', id)).stderr).to.equal(result.stderr);
    const record = expectJson({ ...result, stderr: '' });
    expect(record).to.include({ status: 'completed', audience_id: audience, size: Buffer.byteLength(CSV) });
    expect(record.counts).to.deep.equal({ total: 3, created: 2, updated: 0, skipped: 0, failed: 1 });
    const contacts = (await owner.api.get(`/segments/${segment}/contacts`)).body.data;
    expect(contacts.map(({ first_name: name }: { first_name: string }) => name)).to.have.members([
      'Bö',
      'Ana',
    ]);
    const { body } = await owner.api.get(`/contacts/${contacts[0].id}/topics`);
    expect(body.data[0]).to.include({ id: topic, subscription: 'opt_out' });
  });

  it('import from stdin; get, list and cancel', async () => {
    const { importer, env, run } = await createCaller();
    const input = 'email\nbo@x.dev\n';
    const started = expectJson(await posthorn(['contacts', 'import', '--file', '-'], { env, input }));
    expect(started).to.include({ object: 'contact_import', status: 'queued' });
    expect(expectJson(await run('imports', 'list', '--status', 'queued')).data).to.deep.equal([started]);
    expect(expectJson(await run('imports', 'get', started.id))).to.deep.equal(started);
    expect(expectJson(await run('imports', 'cancel', started.id))).to.include({ status: 'canceled' });
    expect(await importer.owner.emails()).to.deep.equal([]);
  });

  it('import with properties that are made, without a note', async () => {
    const { importer, run, file } = await createCaller();
    await writeFile(file, 'email,Favourite Colour\nbo@x.dev,red\n');
    const [result] = await Promise.all([
      run('import', '--file', file, '--create-properties', '--wait'),
      runImport(importer),
    ]);
    const used = { email: 'email', 'Favourite Colour': 'properties.favourite_colour' };
    expect(expectJson(result).columns).to.deep.equal({ used, ignored: [] });
  });

  it('import the text of a JSON body', async () => {
    const { importer, env } = await createCaller();
    const input = JSON.stringify({ csv: 'email\nbo@x.dev\n', on_conflict: 'skip' });
    const { id } = expectJson(await posthorn(['contacts', 'import', '--data', '-'], { env, input }));
    expect(await importer.run({ id })).to.include({ status: 'completed' });
  });

  it('print that the import has failed, when they wait', async () => {
    const { importer, run } = await createCaller();
    const [{ code, stderr }] = await Promise.all([
      run('import', '--csv', 'name\nBo\n', '--wait'),
      runImport(importer),
    ]);
    expect(code).to.equal(1);
    const { name, job } = JSON.parse(stderr);
    expect([name, job.status]).to.deep.equal(['job_failed', 'failed']);
    expect(job.error).to.be.a('string');
  });

  it('failures, as a list and as a file', async () => {
    const { importer, run, file } = await createCaller();
    const map = ['--column-map', '{"email":"Mail"}'];
    const { id } = expectJson(await run('imports', 'create', '--file', file, ...map));
    await importer.run({ id });
    const { data } = expectJson(await run('imports', 'failures', id, '--all'));
    expect(data.map(({ row }: { row: number }) => row)).to.deep.equal([3]);
    const output = path.join(directory, 'failures.csv');
    const { bytes } = expectJson(await run('imports', 'failures', id, '--output', output));
    const saved = await readFile(output);
    expect(saved.length).to.equal(bytes);
    expect(saved.toString()).to.contain('nobody');
  });

  it('print the refusals of the API: of a key, of options and of a file that is empty or too large', async () => {
    const { env, run, file } = await createCaller();
    expectFailure(await run('import', '--file', file, '--api-key', 'ph_wrong'), 403, 'invalid_api_key');
    expectFailure(await run('import', '--file', file, '--on-conflict', 'no'), 422, 'validation_error');
    const empty = path.join(directory, 'empty.csv');
    await writeFile(empty, '');
    expectFailure(await run('import', '--file', empty), 422, 'validation_error');
    expectFailure(await run('import'), 422, 'missing_required_field');
    const large = path.join(directory, 'large.csv');
    await writeFile(large, '');
    await truncate(large, 210 * 1024 * 1024);
    expectFailure(await run('import', '--file', large), 422, 'validation_error');
    expectFailure(await run('import', '--file', large, '--api-key', 'ph_wrong'), 403, 'invalid_api_key');
    const pipe = { env, input: createReadStream(large) };
    expectFailure(await posthorn(['contacts', 'import', '--file', '-'], pipe), 422, 'validation_error');
  });
});
