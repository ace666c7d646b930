// No text leads a person to a package of npm that has the name of the command line: such a package is not ours, and would
// run next to an API key. People install it from their server (docs/cli.md#install-it).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../support/documents/root.ts';
import { listFiles } from '../support/documents/source-files.ts';

const FROM_NPM =
  /\b(?:npx|bunx|npm (?:exec|x)|(?:pnpm|yarn) dlx)\s+(?!--no-install posthorn\b)(?:-\S+\s+)*(?:posthorn|Posthorn-CLI)(?![\w/-])|\b(?:npm|pnpm|yarn|bun) (?:install|i|add|global add)\s+(?:-\S+\s+)*(?:posthorn|Posthorn-CLI)(?![\w/-])/gi;
/** What people read and copy, and what is made of it; this file has the words to try them. */
const READ = /\.(?:ts|tsx|js|mjs|md|json|ya?ml|sh|service|example|html)$|^(?:Dockerfile|Procfile)$/;
const OWN = 'test/docs/bare-npx.test.ts';

const breachesOf = (file: string, text: string) =>
  [...text.matchAll(FROM_NPM)].map(([found]) => `${file}: ${found}`);

describe('The command line', () => {
  it('is fetched from npm by no command of a page, a program or a message', () => {
    const files = listFiles('').filter((file) => READ.test(file) && file !== OWN);
    expect(files).to.include.members(['README.md', 'docs/cli.md', 'dashboard/copy-as/copied-call.ts']);
    const breaches = files.flatMap((file) => breachesOf(file, readFileSync(path.join(ROOT, file), 'utf8')));
    expect(breaches).to.deep.equal([]);
  });

  it('would not pass with one that is', () => {
    for (const bad of [
      'npx posthorn emails list',
      'npx --yes posthorn',
      'npx --no-install -y posthorn',
      'npx\n  posthorn',
      'npm exec -- posthorn',
      'npm install -g posthorn',
      'bunx posthorn',
    ])
      expect(breachesOf('a', bad), bad).to.have.length(1);
    for (const good of [
      'npx --no-install posthorn emails list',
      'npm install -g https://mail.acme.dev/cli/posthorn.tgz\nposthorn emails list',
      'npx posthorn-other',
      'npm install posthorn/x',
    ])
      expect(breachesOf('a', good), good).to.deep.equal([]);
  });
});
