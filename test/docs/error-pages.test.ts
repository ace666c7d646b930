// Holds the pages of errors (docs/errors/) against the names that the API and the command line answer, and the statuses
// on them against the contract.
import { expect } from 'chai';
import { CLI_ERROR_NAMES } from '../../cli/failure.ts';
import { ERROR_STATUS, type ErrorName } from '../../shared/contract/errors.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import { OPERATIONS } from '../../shared/contract/operations.ts';
import { ERROR_INDEX, readErrorPages } from '../support/documents/error-pages.ts';
import { readDocuments } from '../support/documents/markdown.ts';

const SECTIONS = ['## Cause', '## Cure', '## Example', '## See also'];
const PROSE_MAX_WORDS = 250;
const CLI_STATUSES: Readonly<Record<string, number | null>> = {
  cli_error: null,
  network_error: 0,
  job_failed: 200,
  lines_refused: 200,
};

const pages = readErrorPages();
const documents = readDocuments();
const textOf = (file: string) => documents.find(({ path }) => path === file)?.text ?? '';
const names = [...Object.keys(ERROR_STATUS), ...CLI_ERROR_NAMES].sort();

/** Name → statuses, of the rows of a table whose first two columns they are. */
function statusesIn(text: string): Map<string, string[]> {
  const statuses = new Map<string, string[]>();
  for (const [, name = '', status = ''] of text.matchAll(
    /^\| \[?`([a-z_]+)`(?:\]\([^)]*\))? \| ([\d, ]+|command line) \|/gm,
  ))
    statuses.set(name, [...(statuses.get(name) ?? []), ...status.split(', ')].sort());
  return statuses;
}

describe('The pages of errors', () => {
  it('are one for each name of the API and of the command line, and no other', () => {
    expect(pages.map(({ name }) => name).sort()).to.deep.equal(names);
  });

  it('have one form, and few words', () => {
    for (const { name, text } of pages) {
      expect(text.split('\n')[0]).to.equal(`# \`${name}\``);
      const headings = text.split('\n').filter((line) => line.startsWith('## '));
      expect(headings, name).to.deep.equal(SECTIONS);
      const prose = text.replace(/^(`{3,})[\s\S]*?^\1/gm, '');
      expect(prose.match(/\S*\w\S*/g)?.length, name).to.be.below(PROSE_MAX_WORDS);
    }
  });

  it('show an answer with the status of the contract and the address of the page', () => {
    for (const { name, blocks } of pages) {
      const answer = JSON.parse(blocks['answer']?.[0] ?? '');
      const status = name in CLI_STATUSES ? CLI_STATUSES[name] : ERROR_STATUS[name as ErrorName];
      expect(answer, name).to.include({ statusCode: status, name });
      expect(answer.docs_url, name).to.match(new RegExp(`^https?://[^/]+/docs/errors/${name}$`));
    }
  });

  it('name what only an owner may do, and each operation that has a limit of its own', () => {
    const unnamed = (page: string, isNamed: (operation: Operation) => boolean | undefined) =>
      Object.values<Operation>(OPERATIONS)
        .filter((operation) => isNamed(operation) && !operation.path.startsWith('/auth/'))
        .map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``)
        .filter((operation) => !textOf(`docs/errors/${page}.md`).includes(operation));
    expect(unnamed('view_only_member', ({ role }) => role === 'owner')).to.deep.equal([]);
    expect(
      unnamed('rate_limit_exceeded', ({ refuses }) => refuses?.includes('rate_limit_exceeded')),
    ).to.deep.equal([]);
    expect(unnamed('internal_server_error', ({ role }) => role === 'owner')).to.have.length.above(0);
  });

  it('are listed from A to Z, with the statuses that the reference has', () => {
    const index = statusesIn(textOf(ERROR_INDEX));
    const reference = statusesIn(textOf('docs/reference/errors.md'));
    expect([...index.keys()]).to.deep.equal(names);
    for (const name of CLI_ERROR_NAMES) reference.set(name, ['command line']);
    expect(Object.fromEntries(index)).to.deep.equal(Object.fromEntries(reference));
    for (const [name, status] of Object.entries(ERROR_STATUS))
      expect(reference.get(name), name).to.include(String(status));
  });

  it('are read from tables whose rows have a name and its statuses', () => {
    const text = '| [`a_b`](a_b.md) | 500, 503 | x |\n| `c` | 404 | y |\n| `c` | 405 | z |\n| d | 1 | |';
    expect([...statusesIn(text)]).to.deep.equal([
      ['a_b', ['500', '503']],
      ['c', ['404', '405']],
    ]);
  });
});
