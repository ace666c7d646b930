// The table of tested clients is what the tests have written (test/runner/clients.ts).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { withTable } from '../runner/clients.ts';
import { ROOT } from '../support/documents/root.ts';

describe('docs/reference/clients.md', () => {
  it('has the clients of the last written run, with their versions', () => {
    const page = readFileSync(path.join(ROOT, 'docs/reference/clients.md'), 'utf8');
    expect(withTable(page), 'npm test -- test/compatibility --write-clients').to.equal(page);
    expect(withTable(page.replace(/^\| `resend-go` .*\n/m, ''))).to.equal(page);
  });
});
