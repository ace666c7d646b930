// Holds the versions that docs/reference/clients.md names against those that are installed for test/compatibility/.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RESEND_VERSIONS } from '../compatibility/support/resend-versions.ts';
import { ROOT } from '../support/documents/root.ts';

const CLIENTS = ['resend', 'resend-cli', '@react-email/components', 'svix', 'standardwebhooks', 'nodemailer'];

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** Version of each installed package, under its real name: `"resend-4": "npm:resend@4.8.0"` is one of `resend`. */
function installedVersions(name: string): string[] {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  return Object.entries<string>({ ...dependencies, ...devDependencies }).flatMap(([alias, wanted]) => {
    const [, real = alias, version = wanted] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
    return real === name ? [version] : [];
  });
}

/** Versions in the row of the page's table that names the client. */
function namedVersions(page: string, name: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| [\`${name}\`](`)) ?? '';
  const versions = row.split('|')[2] ?? '';
  return versions.split(',').map((version) => version.trim());
}

describe('The page about clients', () => {
  it('names the versions that package.json pins', () => {
    const page = read('docs/reference/clients.md');
    for (const name of CLIENTS)
      expect(namedVersions(page, name), name).to.have.members(installedVersions(name));
    expect(RESEND_VERSIONS.map(({ version }) => version)).to.have.members(installedVersions('resend'));
  });

  it('would not pass with another version', () => {
    const page = '| [`resend`](#a), the SDK | 1.0.0, 2.0.0 | a |';
    expect(namedVersions(page, 'resend')).to.deep.equal(['1.0.0', '2.0.0']);
    expect(namedVersions(page, 'svix')).to.deep.equal(['']);
  });
});
