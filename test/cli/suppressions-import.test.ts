// `posthorn suppressions import`, against the real API (docs/cli.md#suppressions).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createOwner } from '../api/suppressions/owner.ts';
import { useApp } from '../support/api/app.ts';
import { useEach } from '../support/api/use-each.ts';
import { createSuppression } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn, startPosthorn } from './support/cli.ts';

describe('posthorn suppressions import', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-suppressions-'));
  });
  after(() => rm(directory, { recursive: true }));

  const envOf = ({ token }: { token: string }) => ({ POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url });
  const load = async (content: string | Buffer) => {
    const file = path.join(directory, 'list.csv');
    await writeFile(file, content);
    return await posthorn(['suppressions', 'import', file], { env: envOf(owner) });
  };
  const report = (counts: object) => ({
    object: 'suppression_import',
    lines: 0,
    added: 0,
    existing: 0,
    invalid: 0,
    invalid_lines: [],
    ...counts,
  });
  /** What is printed when lines were refused. */
  const refusedOf = ({ code, stdout, stderr }: Awaited<ReturnType<typeof load>>) => {
    const { statusCode, name, message, import: imported } = JSON.parse(stderr);
    expect({ code, stdout, statusCode, name }).to.deep.equal({
      code: 1,
      stdout: '',
      statusCode: 200,
      name: 'lines_refused',
    });
    return { message, imported };
  };

  const files: [title: string, content: string | Buffer][] = [
    ['a plain list', 'ana@x.dev\nbo@x.dev\n'],
    ['a plain list without a last line break, with blank lines and spaces', '\n ana@x.dev \n\n\nbo@x.dev'],
    ['a byte order mark and CRLF', '\ufeffemail\r\nana@x.dev\r\nbo@x.dev\r\n'],
    ['a header in any case, and other columns', 'Name,E-Mail\n"Ana, A",ana@x.dev\nBo,"bo@x.dev"\n'],
    ['semicolons', 'sep=;\nEmail Address;reason\nana@x.dev;a,b\nbo@x.dev;"c\nd"\n'],
    ['no header, and the address in the second column', 'Ana,ana@x.dev\nBo,bo@x.dev\n'],
    ['UTF-16', Buffer.from('\ufeffemail\r\nana@x.dev\r\nbo@x.dev\r\n', 'utf16le')],
    ['tabs, and a header that is not ASCII', Buffer.from('Größe\temail\n1\tana@x.dev\n2\tbo@x.dev\n')],
  ];
  for (const [title, content] of files) {
    it(`reads ${title}`, async () => {
      expect(expectJson(await load(content))).to.deep.equal(report({ lines: 2, added: 2 }));
      expect(await owner.addresses()).to.deep.equal(['ana@x.dev', 'bo@x.dev']);
    });
  }

  it('counts what was on the list, also by an earlier line, and may be repeated', async () => {
    await createSuppression(app.pool, owner.accountId, 'bo@x.dev', { origin: 'bounce' });
    const content = 'ana@x.dev\nBO@x.dev\nAna@X.dev\ncy@x.dev\nana@x.dev\n';
    expect(expectJson(await load(content))).to.deep.equal(report({ lines: 5, added: 2, existing: 3 }));
    expect(expectJson(await load(content))).to.deep.equal(report({ lines: 5, existing: 5 }));
    expect(await owner.read('/suppressions/bo@x.dev')).to.include({ origin: 'bounce' });
  });

  it('names the lines without a valid address, adds all others and fails', async () => {
    // The last ones are found by the API.
    const wrong = [
      'bo',
      'bo\u0000@x.dev',
      'Bo <bo@x.dev>',
      'b o@x.dev',
      'bo@x',
      '@x.dev',
      'bo@x.1',
      '=?bo@x.dev',
      'bo@xn--a.dev',
    ];
    const lines = [
      'email',
      'ana@x.dev',
      ...wrong,
      '',
      'ünal@x.dev',
      `"b o"@x.dev`,
      `${'b'.repeat(64)}@x.dev`,
    ];
    const { message, imported } = refusedOf(await load(lines.join('\n')));
    const numbers = wrong.map((_, index) => index + 3);
    const counts = { lines: wrong.length + 4, added: 4, invalid: wrong.length, invalid_lines: numbers };
    expect(imported).to.deep.equal(report(counts));
    expect(message).to.contain(numbers.join(', '));
    expect(await owner.addresses()).to.have.length(4);
  });

  it('refuses bytes that are no UTF-8, instead of adding another address', async () => {
    const { imported } = refusedOf(await load(Buffer.from('ana@x.dev\nm\u00fcller@x.dev\n', 'latin1')));
    expect(imported).to.deep.equal(report({ lines: 2, added: 1, invalid: 1, invalid_lines: [2] }));
  });

  it('adds more than a batch, from stdin, in a process of its own', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `p${index}@x.dev\n`);
    const running = startPosthorn(['suppressions', 'import', '-'], {
      env: envOf(owner),
      input: rows.join(''),
    });
    expect(expectJson(await running.ended)).to.deep.equal(report({ lines: 2_500, added: 2_500 }));
    expect(await owner.addresses()).to.have.length(2_500);
  });

  it('reads what `export` writes, also addresses that begin like a formula', async () => {
    const other = await createOwner(app);
    const addresses = ['"a,b"@x.dev', '+bo@x.dev', '-bo@x.dev', '=1+1@x.dev', 'ünal@x.dev'];
    for (const address of addresses) await createSuppression(app.pool, other.accountId, address);
    const file = path.join(directory, 'export.csv');
    const env = envOf(other);
    const { bytes } = expectJson(await posthorn(['suppressions', 'export', '--output', file], { env }));
    const printed = await posthorn(['suppressions', 'export', '--origin', 'manual'], { env });
    expect(Buffer.byteLength(printed.stdout)).to.equal(bytes);
    const result = await posthorn(['suppressions', 'import', '-'], {
      env: envOf(owner),
      input: printed.stdout,
    });
    expect(expectJson(result)).to.deep.equal(report({ lines: 5, added: 5 }));
    expect(await owner.addresses()).to.have.members(addresses);
  });

  it('accepts the file of an empty list, and refuses an empty file', async () => {
    const { stdout } = await posthorn(['suppressions', 'export'], { env: envOf(owner) });
    expect(expectJson(await load(stdout))).to.deep.equal(report({}));
    for (const empty of ['', '\ufeff', '\r\n \n'])
      expect(expectFailure(await load(empty), null, 'cli_error')).to.contain('no addresses');
  });

  it('is a cli_error for a file that cannot be read, has no column of addresses or an open quote', async () => {
    const env = envOf(owner);
    for (const [file, says] of [
      [path.join(directory, 'none.csv'), 'ENOENT'],
      [directory, 'directory'],
    ] as const) {
      const result = await posthorn(['suppressions', 'import', file], { env });
      expect(expectFailure(result, null, 'cli_error')).to.contain(says);
    }
    expect(expectFailure(await load('name,reason\nbo,x\n'), null, 'cli_error')).to.contain('email');
    expect(expectFailure(await load('email\n"bo@x.dev\n'), null, 'cli_error')).to.contain('quote');
    expect(await owner.addresses()).to.deep.equal([]);
  });

  it('prints the refusals of the API', async () => {
    const file = path.join(directory, 'list.csv');
    await writeFile(file, 'bo@x.dev\n');
    const env = { ...envOf(owner), POSTHORN_API_KEY: 'ph_wrong' };
    expectFailure(await posthorn(['suppressions', 'import', file], { env }), 403, 'invalid_api_key');
    expectFailure(await posthorn(['suppressions', 'export'], { env }), 403, 'invalid_api_key');
  });
});
