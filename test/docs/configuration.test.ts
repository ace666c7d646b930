// Every environment variable that the service reads is in the table of docs/operations.md, and the table has no other.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { configurationNames, namesIn } from '../support/documents/configuration-names.ts';
import { ROOT } from '../support/documents/source-files.ts';

/** The first cells of the table of a section. */
function rowsOf(document: string, heading: string): string[] {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `(?<name>[A-Z_]+)` +\|/gm)].map(({ groups }) => groups?.['name'] ?? '');
}

describe('The configuration', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

  it('is described in docs/operations.md, variable by variable', () => {
    const names = configurationNames();
    expect(names).to.have.length.above(20);
    expect(rowsOf(read('docs/operations.md'), 'Configuration')).to.have.members(names);
  });

  it('would not pass with a variable without a row', () => {
    const names = namesIn('  PORT: Joi.number(),\n  HOST: Joi.string(),\n');
    expect(names).to.deep.equal(['PORT', 'HOST']);
    expect(
      rowsOf('## A\n\n| `HOST` | x |\n\n## Configuration\n\n| `PORT` | x |\n', 'Configuration'),
    ).to.deep.equal(['PORT']);
  });
});
