// Holds the versions that docs/reference/clients.md names against those that are installed, and its table of tested clients against
// what the tests have written (test/runner/clients.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RESEND_VERSIONS } from '../compatibility/support/resend-versions.ts';
import { withTable } from '../runner/clients.ts';
import { ROOT } from '../support/documents/root.ts';

/** Name in the table of tested clients → package. */
const TESTED = { 'resend-node': 'resend' };
/** Their versions follow their names. */
const OTHERS = ['@react-email/components', 'svix', 'standardwebhooks', 'nodemailer'];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Version of each installed package, under its real name: `"resend-4": "npm:resend@4.8.0"` is one of `resend`. */
function installedVersions(name: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  return Object.entries<string>({ ...dependencies, ...devDependencies }).flatMap(([alias, wanted]) => {
    const [, real = alias, version = wanted] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
    return real === name ? [version] : [];
  });
}

/** Versions in the rows of the table of tested clients. */
function testedVersions(page: string, client: string): string[] {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.flatMap(([, name, version = '']) => (name === `\`${client}\`` ? [version] : []));
}

/** Versions that follow a name: [`svix`](#verifiers) 1.99.1 */
function namedVersions(page: string, name: string): string[] {
  const [, ...texts] = page.split(`[\`${name}\`](`);
  return texts.flatMap((text) => /^[^)]*\) (\d+\.\d+\.\d+)/.exec(text)?.[1] ?? []);
}

describe('docs/reference/clients.md', () => {
  it('has the clients of the last written run, with their versions', () => {
    const page = read('docs/reference/clients.md');
    expect(withTable(page), 'npm test -- test/compatibility --write-clients').to.equal(page);
    expect(withTable(page.replace(/^\| `resend-go` .*\n/m, ''))).to.equal(page);
  });

  it('names the versions that package.json pins', () => {
    const page = read('docs/reference/clients.md');
    for (const [client, name] of Object.entries(TESTED))
      expect(testedVersions(page, client), client).to.have.members(installedVersions(name));
    for (const name of OTHERS)
      expect(namedVersions(page, name), name).to.have.members(installedVersions(name));
    expect(RESEND_VERSIONS.map(({ version }) => version)).to.have.members(installedVersions('resend'));
  });

  it('would not pass with another version', () => {
    const page = '| [`svix`](#a) 1.0.0, [`other`](#a) 3.0.0 | a |\n| `resend-node` | 2.0.0 | 7 |';
    expect(namedVersions(page, 'svix')).to.deep.equal(['1.0.0']);
    expect(namedVersions(page, 'nodemailer')).to.deep.equal([]);
    expect(testedVersions(page, 'resend-node')).to.deep.equal(['2.0.0']);
    expect(testedVersions(page, 'resend-go')).to.deep.equal([]);
  });
});
