// Which folder writes a table: the SQL that changes its rows is in one folder, where a reader finds all writes. And the
// platform does not know the tables of resources.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { groupOf, RESOURCES } from '../support/architecture/groups.ts';
import { READ_FROM_BELOW, WRITTEN_ELSEWHERE } from '../support/architecture/table-exceptions.ts';
import { ROOT } from '../support/documents/root.ts';
import { codeOf, readSourceFiles, type SourceFile } from '../support/documents/source-files.ts';

/** The folder of the resource with which a table's name begins, in the singular or plural, or as `received_` and receiving. */
function folderNamedBy(table: string, folders: readonly string[]): string | undefined {
  const begins = (folder: string) => {
    const many = folder.replaceAll('-', '_');
    const beginnings = [many, many.replace(/s$/, ''), many.replace(/ing$/, 'ed')];
    return table === many || beginnings.some((beginning) => table.startsWith(`${beginning}_`));
  };
  return [...folders].sort((a, b) => b.length - a.length).find(begins);
}

const foldersIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

/** Each resource's name, and its folder in one of the groups. */
const RESOURCE_FOLDERS = new Map(
  foldersIn('shared/resources')
    .flatMap(foldersIn)
    .map((folder) => [path.basename(folder), folder]),
);

const migrations = readSourceFiles()
  .filter(({ path: file }) => isIn(file, ['migrations']))
  .sort((a, b) => a.path.localeCompare(b.path));

/** Table → its folder; undefined if it has none. */
const WRITTEN_BY: Record<string, string | undefined> = Object.fromEntries(
  tablesOf(migrations).map((table) => {
    const named = folderNamedBy(table, [...RESOURCE_FOLDERS.keys()]);
    return [table, WRITTEN_ELSEWHERE[table] ?? (named && RESOURCE_FOLDERS.get(named))];
  }),
);

/** Tests and the benchmark insert the rows that they need. The words of the dashboard's buttons are not SQL. */
const EXEMPT = ['test', 'bench', 'migrations', 'dashboard'];
const PLATFORM = 'shared/platform';

const tables = Object.keys(WRITTEN_BY).join('|');
const resourceTables = Object.entries(WRITTEN_BY)
  .filter(([, folder]) => !folder || !isIn(folder, [PLATFORM]))
  .map(([table]) => table)
  .join('|');
const WRITE = String.raw`\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|COPY|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?`;
const WRITTEN_TABLE = new RegExp(String.raw`${WRITE}"?(?:public\.)?(?<table>${tables})\b`, 'gi');
const WRITTEN_VARIABLE = new RegExp(String.raw`${WRITE}\$\{`, 'g');
const CHANGED_TABLE = /\b(?:CREATE|ALTER|DROP)\s+(?:UNLOGGED\s+|TEMP\s+)?TABLE\b/g;
const NAMED_TABLE = new RegExp(
  String.raw`\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY|OF|REFERENCES)\s+"?(?:public\.)?(?<name>${resourceTables})\b` +
    String.raw`|(['"\x60])(?<text>${resourceTables})\2`,
  'gi',
);

const codeOfOurs = ({ path: file, text }: SourceFile) => (isIn(file, EXEMPT) ? '' : codeOf(text));
const found = (file: string, match: RegExpExecArray) => `${file}: ${match[0].replaceAll(/\s+/g, ' ')}`;

/** Where the SQL of a file names a table of a later group. */
function tablesAbove(file: SourceFile): string[] {
  const group = groupOf(file.path);
  if (group === -1) return [];
  return [...codeOf(file.text).matchAll(NAMED_TABLE)]
    .filter(([text]) => /^[A-Z]/.test(text))
    .filter(({ groups }) => group < groupOf(WRITTEN_BY[groups?.['name']?.toLowerCase() ?? ''] ?? ''))
    .map((match) => found(file.path, match));
}

/** Rules, with made-up files that break them. */
const RULES: ArchitectureRule[] = [
  {
    title: "a table is written in its resource's folder, or in platform if it belongs to platform",
    findBreaches: eachFile((file) =>
      [...codeOfOurs(file).matchAll(WRITTEN_TABLE)]
        .filter(({ groups }) => !isIn(file.path, [WRITTEN_BY[groups?.['table']?.toLowerCase() ?? ''] ?? '']))
        .map((match) => found(file.path, match)),
    ),
    broken: [
      {
        path: 'shared/resources/messaging/emails/cancel.ts',
        text: "const SQL = 'INSERT INTO suppressions (id)';",
      },
      {
        path: 'shared/resources/messaging/emails/cancel.ts',
        text: 'const SQL = `\n  UPDATE\n    webhooks AS w SET x = 1`;',
      },
      {
        path: 'shared/resources/foundation/webhooks/delete.ts',
        text: 'const SQL = `\n  WITH gone AS (DELETE FROM emails RETURNING id)\n  SELECT id FROM gone`;',
      },
      {
        path: 'shared/resources/foundation/logs/insert.ts',
        text: "const SQL = 'copy only email_events from stdin';",
      },
      {
        path: 'shared/resources/foundation/accounts/update.ts',
        text: 'const SQL = `MERGE INTO public.domains AS d`;',
      },
      { path: 'ops/verbs/queues.ts', text: "const SQL = 'TRUNCATE TABLE logs';" },
      { path: 'workers/runtime/lease.ts', text: "const SQL = 'DELETE FROM worker_processes';" },
      { path: 'shared/platform/work/stuck.ts', text: "const SQL = 'UPDATE rate_limits SET used = 0';" },
    ],
  },
  {
    title: 'only platform writes to a table whose name is a variable',
    findBreaches: eachFile((file) =>
      isIn(file.path, [PLATFORM])
        ? []
        : [...codeOfOurs(file).matchAll(WRITTEN_VARIABLE)].map((match) => found(file.path, match)),
    ),
    broken: [{ path: 'ops/verbs/queues.ts', text: `const SQL = \`UPDATE \${table} SET x = 1\`;` }],
  },
  {
    title: 'only migrations and the partitions of platform create, alter and drop tables',
    findBreaches: eachFile((file) =>
      isIn(file.path, [`${PLATFORM}/db`, `${PLATFORM}/retention`])
        ? []
        : [...codeOfOurs(file).matchAll(CHANGED_TABLE)].map((match) => found(file.path, match)),
    ),
    broken: [
      { path: 'workers/main.ts', text: "const SQL = 'ALTER TABLE emails ADD x int';" },
      {
        path: 'shared/resources/foundation/logs/insert.ts',
        text: "const SQL = 'CREATE UNLOGGED TABLE x ()';",
      },
    ],
  },
  {
    title: "platform names no resource's table",
    findBreaches: eachFile((file) =>
      isIn(file.path, [PLATFORM])
        ? [...codeOfOurs(file).matchAll(NAMED_TABLE)].map((match) => found(file.path, match))
        : [],
    ),
    broken: [
      { path: 'shared/platform/work/stuck.ts', text: 'const SQL = `SELECT id FROM emails`;' },
      {
        path: 'shared/platform/work/stuck.ts',
        text: 'const SQL = `SELECT 1 FROM a LEFT JOIN\n  webhooks ON true`;',
      },
      { path: 'shared/platform/work/metrics.ts', text: "const WORK = { table: 'email_recipients' };" },
      { path: 'shared/platform/retention/retention.ts', text: 'const TABLES = ["logs"];' },
    ],
  },
  {
    title: 'the SQL of a group of rooms names no table of a later group, but for a list with reasons',
    findBreaches: eachFile((file) =>
      READ_FROM_BELOW[file.path.replace(`${RESOURCES}/`, '')] ? [] : tablesAbove(file),
    ),
    broken: [
      {
        path: 'shared/resources/audience/contacts/delete.ts',
        text: 'const SQL = `SELECT id FROM automation_runs`;',
      },
      {
        path: 'shared/resources/foundation/webhooks/list.ts',
        text: 'const SQL = `SELECT 1 FROM webhooks\n  JOIN emails ON true`;',
      },
    ],
  },
  {
    title: 'the API writes no SQL',
    findBreaches: eachFile(({ path: file, text }) =>
      isIn(file, ['api']) && /\.query(<[^>]*>)?\(\s*['"`]/.test(text) ? [file] : [],
    ),
    broken: [{ path: 'api/resources/domains/router.ts', text: `await database.query('SELECT 1');` }],
  },
];

/** The tables that exist after all migrations. */
function tablesOf(files: readonly Pick<SourceFile, 'text'>[]): string[] {
  const names = new Set<string>();
  for (const { text } of files) {
    const changes = text.matchAll(
      /\b(?<verb>CREATE|DROP)\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?<name>\w+)/g,
    );
    for (const { groups } of changes) {
      if (groups?.['verb'] === 'DROP') names.delete(groups['name'] ?? '');
      else names.add(groups?.['name'] ?? '');
    }
  }
  return [...names].sort();
}

describe('The architecture: tables', () => {
  testRules(RULES);

  it('are read from below by the files of the list alone', () => {
    const files = readSourceFiles().filter((file) => tablesAbove(file).length > 0);
    const listed = Object.keys(READ_FROM_BELOW).map((file) => `${RESOURCES}/${file}`);
    expect(files.map(({ path: file }) => file)).to.have.members(listed);
  });

  it('holds that every table of the migrations has a folder that writes it', () => {
    expect(Object.entries(WRITTEN_BY).filter(([, folder]) => !folder)).to.deep.equal([]);
    expect(Object.keys(WRITTEN_BY)).to.include.members(Object.keys(WRITTEN_ELSEWHERE));
  });

  it('would notice a table that has no folder', () => {
    expect(folderNamedBy('contacts', ['webhooks'])).to.equal(undefined);
    const folders = ['contacts', 'contact-properties'];
    expect(folderNamedBy('contact_imports', folders)).to.equal('contacts');
    expect(folderNamedBy('contact_properties', folders)).to.equal('contact-properties');
    const changes = [{ text: 'CREATE TABLE a (\n)' }, { text: 'DROP TABLE a; CREATE UNLOGGED TABLE b ()' }];
    expect(tablesOf(changes)).to.deep.equal(['b']);
  });

  it('finds the statements of the code', () => {
    const written = readSourceFiles().flatMap((file) =>
      [...codeOfOurs(file).matchAll(WRITTEN_TABLE)].map(({ groups }) => groups?.['table']),
    );
    const unseen = 'plans ai_usage ai_usage_totals automation_usage automation_usage_totals'.split(' ');
    expect([...new Set([...written, ...unseen])].sort()).to.deep.equal(Object.keys(WRITTEN_BY).sort());
  });
});
