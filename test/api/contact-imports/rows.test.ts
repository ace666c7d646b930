// What becomes of the rows of a file (docs/reference/contact-imports.md#rows).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { counts, createImporter } from './importer.ts';

const MEGABYTE = 1024 * 1024;

describe('Rows of imports', () => {
  const app = useApp();
  const importer = useEach(() => createImporter(app));

  it('Creates contacts with names, properties and unsubscribes from the cells of their rows.', async () => {
    const { owner } = importer;
    const types = { plan: 'string', visits: 'number', vip: 'boolean', since: 'date' };
    for (const [key, type] of Object.entries(types)) await owner.make('/contact-properties', { key, type });
    const ended = await importer.load([
      'email,first_name,last_name,unsubscribed,plan,visits,vip,since',
      'Bo@Customer.DEV, Bo ,Smith,yes,pro,-12.5e1,no,2026-01-31',
      'cy@customer.dev,,,0,,+007,TRUE,2026-01-31T10:00:00+02:00',
      'dé@münchen.dev,"Zoë ""Z""",O\'Neill,,"a, b",,,',
    ]);
    expect([ended.status, ended.progress, ended.counts]).to.deep.equal([
      'completed',
      100,
      counts({ created: 3 }),
    ]);
    const value = (type: string, given: unknown) => ({ type, value: given });
    expect(await owner.contact('bo@customer.dev')).to.deep.include({
      email: 'Bo@customer.dev',
      first_name: 'Bo',
      last_name: 'Smith',
      unsubscribed: true,
      properties: {
        plan: value('string', 'pro'),
        visits: value('number', -125),
        vip: value('boolean', false),
        since: value('date', '2026-01-31'),
      },
    });
    expect(await owner.contact('cy@customer.dev')).to.deep.include({
      first_name: null,
      unsubscribed: false,
      properties: {
        visits: value('number', 7),
        vip: value('boolean', true),
        since: value('date', '2026-01-31T10:00:00+02:00'),
      },
    });
    expect(await owner.contact('dé@xn--mnchen-3ya.dev')).to.deep.include({
      first_name: 'Zoë "Z"',
      last_name: "O'Neill",
      properties: { plan: value('string', 'a, b') },
    });
  });

  it('Leaves a contact unchanged with `skip`, and changes what a row gives with `update`.', async () => {
    const { owner } = importer;
    await owner.add('bo@x.dev', { first_name: 'Bo', last_name: 'Smith' });
    const file = ['email,first_name,last_name,unsubscribed', 'BO@x.dev,Bob,,true', 'cy@x.dev,Cy,,'];
    const skipped = await importer.load(file);
    expect(skipped.counts).to.deep.equal(counts({ created: 1, skipped: 1 }));
    expect(await owner.contact('bo@x.dev')).to.deep.include({ first_name: 'Bo', unsubscribed: false });
    const updated = await importer.load(file, { on_conflict: 'upsert' });
    expect(updated.counts).to.deep.equal(counts({ updated: 2 }));
    const changed = { email: 'bo@x.dev', first_name: 'Bob', last_name: 'Smith', unsubscribed: true };
    expect(await owner.contact('bo@x.dev')).to.deep.include(changed);
  });

  it('Treats rows with the same address as if they came one after the other, however far apart they are.', async () => {
    // More rows than a chunk has, so that the last one is in another one than the first two.
    const others = Array.from({ length: 5_100 }, (_, index) => `p${index}@x.dev,P,`);
    const header = 'email,first_name,last_name';
    const file = [header, 'bo@x.dev,Bo,', 'Bo@X.dev,,Smith', ...others, 'bo@x.dev,Bob,'];
    for (const [mode, expected, contact] of [
      ['skip', { created: 5_101, skipped: 2 }, { first_name: 'Bo', last_name: null }],
      ['update', { created: 5_101, updated: 2 }, { first_name: 'Bob', last_name: 'Smith' }],
    ] as const) {
      const each = await createImporter(app);
      const ended = await each.load(file, { on_conflict: mode });
      expect(ended.counts).to.deep.equal(counts(expected));
      expect(await each.owner.contact('bo@x.dev')).to.deep.include({ email: 'bo@x.dev', ...contact });
    }
  });

  it('Adds the contacts to segments and topics; with `skip` only the new ones.', async () => {
    const { owner } = importer;
    const segment = await owner.segment();
    const topic = await owner.topic('opt_out');
    await owner.add('bo@x.dev');
    const members = async () =>
      (await owner.read(`/segments/${segment}/contacts`)).data
        .map(({ email }: { email: string }) => email)
        .sort();
    const subscriptionOf = async (email: string) =>
      (await owner.read(`/contacts/${email}/topics`)).data[0].subscription;
    const options = { segments: [{ id: segment }], topics: [{ id: topic, subscription: 'opt_in' }] };
    const file = ['email', 'bo@x.dev', 'cy@x.dev'];
    await importer.load(file, options);
    expect(await members()).to.deep.equal(['cy@x.dev']);
    expect([await subscriptionOf('bo@x.dev'), await subscriptionOf('cy@x.dev')]).to.deep.equal([
      'opt_out',
      'opt_in',
    ]);
    await importer.load(file, { ...options, segments: [segment, segment], on_conflict: 'update' });
    expect(await members()).to.deep.equal(['bo@x.dev', 'cy@x.dev']);
    expect(await subscriptionOf('bo@x.dev')).to.equal('opt_in');
  });

  it('Refuses to be measured for the rows that say `refused`, takes no refusal back, and refuses a row with another word.', async () => {
    const { owner } = importer;
    await owner.add('bo@x.dev', { tracking: 'refused' });
    const file = ['email,Tracking', 'bo@x.dev,allowed', 'cy@x.dev, REFUSED ', 'di@x.dev,', 'ed@x.dev,1Z999'];
    const ended = await importer.load([...file, 'fay@x.dev,refused', 'fay@x.dev,allowed'], {
      on_conflict: 'update',
    });
    expect(ended.counts).to.deep.equal(counts({ created: 3, updated: 2, failed: 1 }));
    expect((await importer.failures(ended)).map(({ row, reason }) => [row, reason])).to.deep.equal([
      [5, '`tracking` must be allowed or refused.'],
    ]);
    const tracking = async (name: string) => (await owner.contact(`${name}@x.dev`))['tracking'];
    const imported = await Promise.all(['bo', 'cy', 'di', 'fay'].map(tracking));
    expect(imported).to.deep.equal(['refused', 'refused', 'allowed', 'refused']);
    // With `skip` an existing contact stays as it is.
    await importer.load(['mail,says', 'di@x.dev,refused', 'gus@x.dev,refused'], {
      column_map: { email: 'mail', tracking: 'says' },
    });
    expect([await tracking('di'), await tracking('gus')]).to.deep.equal(['allowed', 'refused']);
  });

  it('Takes no refusal back: neither an unsubscribe nor an opt-out, and opts in only contacts that have not chosen.', async () => {
    const { owner } = importer;
    const topic = await owner.topic();
    const out = [{ id: topic, subscription: 'opt_out' }];
    await owner.add('bo@x.dev', { unsubscribed: true, topics: out });
    // The no of an address without a contact.
    await owner.add('cy@x.dev', { unsubscribed: true });
    await owner.api.delete('/contacts/cy@x.dev');
    const file = ['email,unsubscribed', 'bo@x.dev,false', 'cy@x.dev,no', 'di@x.dev,0'];
    await importer.load(file, { on_conflict: 'update', topics: [{ id: topic, subscription: 'opt_in' }] });
    const unsubscribed = async (email: string) => (await owner.contact(email))['unsubscribed'];
    expect([
      await unsubscribed('bo@x.dev'),
      await unsubscribed('cy@x.dev'),
      await unsubscribed('di@x.dev'),
    ]).to.deep.equal([true, true, false]);
    const { body } = await owner.api.get('/contacts/bo@x.dev/topics');
    expect(body.data[0].subscription).to.equal('opt_out');
  });

  it('Refuses a row without an address, with a wrong one, with too many cells, with a name that is too long or a value of another type, and imports the others.', async () => {
    await importer.owner.make('/contact-properties', { key: 'visits', type: 'number' });
    await importer.owner.make('/contact-properties', { key: 'since', type: 'date' });
    const ended = await importer.load([
      'email,first_name,visits,since,unsubscribed',
      ',Bo,1,,',
      'Bo <bo@x.dev>,Bo,1,,',
      'bo@x,Bo,1,,',
      'a@x.dev,Bo,1,,,,extra',
      `b@x.dev,${'x'.repeat(256)},1,,`,
      'c@x.dev,Bo,"1,5",,',
      'd@x.dev,Bo,,31.01.2026,',
      'e@x.dev,Bo,,,maybe',
      '',
      ' , ,,',
      'good@x.dev,Bo,1',
    ]);
    expect([ended.status, ended.counts]).to.deep.equal(['completed', counts({ created: 1, failed: 8 })]);
    const failures = await importer.failures(ended);
    expect(failures.map(({ row, reason }) => `${row} ${reason.split(/[.,:] ?/)[0]}`)).to.deep.equal([
      '2 `email` is missing',
      '3 `email` must be an address `email@domain`',
      '4 `email` must be an address `email@domain`',
      '5 The row has more cells than the header',
      '6 `first_name` must have at most 255 characters',
      '7 `properties',
      '8 `properties',
      '9 `unsubscribed` must be true or false (or yes',
    ]);
    expect(failures[0]?.cells).to.deep.equal(['', 'Bo', '1', '', '']);
    expect(await importer.owner.emails()).to.deep.equal(['good@x.dev']);
  });

  it('Refuses a row whose address has a character that is not seen, and names it.', async () => {
    const ended = await importer.load([
      'e\u200bmail\u00ad,first_name',
      '\u200bana@x.dev,Ana',
      'bo\u200b@x.dev,Bo',
      '\u200ecy@x.dev,Cy',
      'd\u00adi@x.dev,Di',
    ]);
    expect((await importer.owner.emails()).sort()).to.deep.equal(['ana@x.dev', 'cy@x.dev']);
    const failures = await importer.failures(ended);
    const reason =
      '`email` must be an address `email@domain`, without a name; it has the invisible character';
    expect(failures.map((each) => [each.row, each.reason])).to.deep.equal([
      [3, `${reason} U+200B.`],
      [5, `${reason} U+00AD.`],
    ]);
  });

  it('Takes empty cells after the last column for none.', async () => {
    const tail = ','.repeat(1_500);
    const ended = await importer.load([
      'email,first_name',
      'a@x.dev,Ana, ,,',
      `b@x.dev,Bo${tail}`,
      `c@x.dev,Cy${tail}x`,
    ]);
    expect((await importer.owner.emails()).sort()).to.deep.equal(['a@x.dev', 'b@x.dev']);
    expect((await importer.failures(ended)).map(({ row }) => row)).to.deep.equal([4]);
  });

  it('Refuses a row with a number that has more digits than are kept.', async () => {
    await importer.owner.make('/contact-properties', { key: 'n', type: 'number' });
    const refused = [
      '9007199254740993',
      '-9007199254740992',
      '1e20',
      '0.12345678901234567890',
      '4e-324',
      '1e-400',
    ];
    const kept = [
      '9007199254740991',
      '-9007199254740991',
      '0.1',
      '1.50',
      '+007',
      '12.30e3',
      '0.0',
      '1e-7',
      '123456789.123456',
    ];
    const rows = [...refused, ...kept].map((number, index) => `p${index}@x.dev,${number}`);
    const ended = await importer.load(['email,n', ...rows]);
    expect(ended.counts).to.deep.equal(counts({ created: kept.length, failed: refused.length }));
    expect([...new Set((await importer.failures(ended)).map(({ reason }) => reason))]).to.deep.equal([
      '`properties.n` has more digits than a number can store. Use a property of type string to keep them all.',
    ]);
    for (const [index, number] of kept.entries()) {
      const { properties } = await importer.owner.contact(`p${refused.length + index}@x.dev`);
      expect(properties).to.deep.equal({ n: { type: 'number', value: Number(number) } });
    }
  });

  it('Refuses a row with characters that cannot be read, such as NUL or those of another encoding.', async () => {
    const file = Buffer.from('email,first_name\na@x.dev,B\0\nb@x.dev,Zo\xeb\nc@x.dev,Cy\n', 'latin1');
    const ended = await importer.run(await importer.upload(file));
    expect([ended.status, ended.counts]).to.deep.equal(['completed', counts({ created: 1, failed: 2 })]);
    const failures = await importer.failures(ended);
    expect(failures.map(({ row, cells }) => [row, cells[1]])).to.deep.equal([
      [2, 'B\ufffd'],
      [3, 'Zo\ufffd'],
    ]);
    for (const { reason } of failures) expect(reason).to.include('`first_name`').and.include('encoding');
    await importer.owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const alone = Buffer.from('email,plan\nd@x.dev,\ud83d\ude00\ne@x.dev,\ud83d\nf@x.dev,\ude00', 'utf16le');
    const other = await importer.run(await importer.upload(alone, { encoding: 'utf-16le' }));
    expect([other.status, other.counts]).to.deep.equal(['completed', counts({ created: 1, failed: 2 })]);
  });

  it('Reads rows of megabytes, and ends the import as `failed` at a row of more than 4 million characters or a quote that is not closed; the rows before it stay.', async () => {
    const long = 'x'.repeat(3 * MEGABYTE);
    const read = await importer.load(['email,note', `a@x.dev,"${long}"`, `"${long}",`, 'b@x.dev,']);
    expect([read.status, read.counts]).to.deep.equal(['completed', counts({ created: 2, failed: 1 })]);
    const [failure] = await importer.failures(read);
    expect(failure?.cells.join('').length).to.be.below(20_100);
    const open = Array.from({ length: 6_000 }, (_, index) => `p${index}@x.dev,`);
    for (const [end, words] of [
      [[`c@x.dev,"${'y'.repeat(5 * MEGABYTE)}`, 'd@x.dev,'], 'Row 6002 has more than 4 million characters.'],
      [['c@x.dev,"not closed', 'd@x.dev,'], 'Row 6002 cannot be parsed.'],
    ] as const) {
      const failed = await importer.load(['email,note', ...open, ...end], { on_conflict: 'update' });
      expect([failed.status, failed.error]).to.deep.equal(['failed', `${words} Check for a missing quote.`]);
      expect(failed.counts.total).to.equal(6_000);
    }
    expect(await importer.owner.emails()).to.have.length(6_002);
  });

  it('Fills an account with a contact limit in the order of the file and refuses the other rows with contact_limit_reached; rows of existing contacts need no room.', async () => {
    await app.pool.query(`UPDATE plans SET contact_limit = 4 WHERE id = 'free'`);
    const limited = await createImporter(app, { planId: 'free' });
    await limited.owner.add('old@x.dev');
    const file = ['email,first_name', 'a@x.dev,A', 'b@x.dev,B', 'a@x.dev,Again', 'c@x.dev,C', 'd@x.dev,D'];
    const more = ['old@x.dev,Old', 'd@x.dev,Dd'];
    const ended = await limited.load([...file, ...more], { on_conflict: 'update' });
    expect(ended.counts).to.deep.equal(counts({ created: 3, updated: 2, failed: 2 }));
    expect(await limited.owner.emails()).to.deep.equal(['a@x.dev', 'b@x.dev', 'c@x.dev', 'old@x.dev']);
    expect(await limited.owner.contact('a@x.dev')).to.deep.include({ first_name: 'Again' });
    expect(await limited.owner.contact('old@x.dev')).to.deep.include({ first_name: 'Old' });
    const failures = await limited.failures(ended);
    expect(failures.map(({ row }) => row)).to.deep.equal([6, 8]);
    for (const { reason } of failures) expect(reason).to.match(/^contact_limit_reached: /);
  });
});
