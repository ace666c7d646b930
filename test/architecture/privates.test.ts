// Use of private parts of libraries, which may change without notice. Each file that uses them is listed here with its
// reason. Its package is pinned to one version, and its gain is in the file's header, or a test proves the repair. A
// trick for speed is kept while it saves 3 % of a mail's 1,300 µs or more, so about 40 µs (docs/performance.md).
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../support/documents/root.ts';
import { importsOf, readSourceFiles, type SourceFile } from '../support/documents/source-files.ts';

type Reason =
  /** For a gain in time: the words of the header that give the figure. */
  | { saves: string; share: number }
  /** For something that the library has no public way to do: the test that fails without it. */
  | { provedBy: string };

interface Private {
  file: string;
  package: string;
  why: string;
  reason: Reason;
}

const PRIVATES: readonly Private[] = [
  {
    file: 'smtp/server/input-parser.ts',
    package: 'smtp-server',
    why: 'reads the content of messages: the library unstuffs one dot per turn, and lets bare CR and LF through',
    reason: { provedBy: 'test/smtp/server/data-scanner.test.ts' },
  },
  {
    file: 'smtp/server/connection.ts',
    package: 'smtp-server',
    why: 'gives a connection that parser',
    reason: { provedBy: 'test/smtp/inbound/refusals.test.ts' },
  },
  {
    file: 'smtp/server/smtp-server.ts',
    package: 'smtp-server',
    why: 'expects a PROXY header from ranges of addresses, where the library knows single ones',
    reason: { provedBy: 'test/smtp/server/connections.test.ts' },
  },
  {
    file: 'shared/platform/db/pipeline.ts',
    package: 'pg',
    why: "writes pg's messages into one packet and takes the answers as one query",
    reason: { saves: '8 % of a mail', share: 0.08 },
  },
  {
    file: 'shared/platform/db/sessions/open-session.ts',
    package: 'pg',
    why: 'cuts the connection to a server that may never answer; pg would wait for its goodbye',
    reason: { provedBy: 'test/shared/platform/db/sessions/server-watch.test.ts' },
  },
  {
    file: 'shared/platform/db/sessions/server-watch.ts',
    package: 'pg',
    why: 'reads which statement a connection waits for',
    reason: { provedBy: 'test/shared/platform/db/sessions/server-watch.test.ts' },
  },
  {
    file: 'api/http/message-classes.ts',
    package: 'express',
    why: "makes requests and responses with Express's prototypes, which it would set for each of them",
    reason: { saves: '80 µs of a mail', share: 80 / 1_300 },
  },
  {
    file: 'workers/transports/smtp/opening/open-connection.ts',
    package: 'nodemailer',
    why: 'takes over the socket of a connection that nodemailer has opened',
    reason: { saves: '120 µs of a mail', share: 120 / 1_300 },
  },
  {
    file: 'shared/platform/queues/postgres-pool.ts',
    package: 'bullmq',
    why: 'forgets a first connection that failed, which BullMQ would remember for ever',
    reason: { provedBy: 'test/shared/platform/queues/postgres-pool.test.ts' },
  },
  {
    file: 'shared/platform/queues/postgres-backend.ts',
    package: 'bullmq',
    why: "reads BullMQ's own table for the oldest job, since its API answers with the newest ones",
    reason: { provedBy: 'test/shared/platform/queues/connect.test.ts' },
  },
];

/** What looks like private parts and is none. */
const HARMLESS: Readonly<Record<string, string>> = {
  'api/input/described-as.ts': "`$_getFlag` is in joi's types, for its extensions",
  'api/middleware/security-headers.ts': "helmet is called with Node's own request and response",
  'api/resources/emails/address-fields.ts':
    'joi takes back the reports that it gives; its types know of one error only',
};

const OURS = /^(api|shared|smtp|workers)\//;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
/**
 * In any file: calls, reads, writes or overrides of members whose name begins with `_` or `$_`; the queue's own tables.
 */
const PRIVATE_MEMBERS = [
  /(?:\.|\[['"])\$?_[a-zA-Z]\w*/,
  /^\s*(?:override )?(?:async )?\$?_[a-zA-Z]\w*\s*[(=]/m,
  /\bFROM (?:bullmq\.)?job\b/,
];
/** In a file that imports a package: casts past its types, and access to its prototypes. */
const PAST_THE_TYPES = [
  /\bas unknown as\b/,
  /\bas never\b/,
  /\bas any\b/,
  /@ts-(?:ignore|expect-error|nocheck)/,
  /\.prototype\b/,
  /\b(?:Object|Reflect)\.setPrototypeOf\b/,
  /\bObject\.create\(\w/,
];

const isPackage = (imported: string) =>
  !imported.startsWith('node:') && !/^[a-z]+\/.*\.(ts|js)$/.test(imported);

function touchesPrivates({ text, imports }: Pick<SourceFile, 'text' | 'imports'>): boolean {
  const code = text.replace(COMMENTS, (comment) => (comment.includes('@ts-') ? comment : ''));
  const found = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(code));
  return found(PRIVATE_MEMBERS) || (imports.some(isPackage) && found(PAST_THE_TYPES));
}

const headerOf = (text: string) => /^(?:\/\/.*\n)+/.exec(text)?.[0].replaceAll('\n// ', ' ') ?? '';

/** The faults of an entry of the list. */
function findFault(
  { file, package: name, reason }: Private,
  read: (file: string) => string | undefined,
): string | undefined {
  const text = read(file);
  if (text === undefined) return `${file} does not exist`;
  if (!touchesPrivates({ text, imports: importsOf(file, text) }))
    return `${file} touches no privates any more`;
  const { dependencies } = JSON.parse(read('package.json') ?? '{}') as {
    dependencies: Record<string, string>;
  };
  const version = dependencies[name] ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${name} is not pinned to one version: ${version}`;
  if ('provedBy' in reason)
    return read(reason.provedBy) === undefined ? `${reason.provedBy} is gone` : undefined;
  if (reason.share < 0.03) return `${file} saves too little`;
  return headerOf(text).includes(reason.saves)
    ? undefined
    : `the header of ${file} does not say that it saves ${reason.saves}`;
}

const readOurs = (file: string) => {
  const absolute = path.join(ROOT, file);
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined;
};

describe('Private parts of libraries', () => {
  const files = readSourceFiles().filter(({ path: file }) => OURS.test(file));

  for (const entry of PRIVATES) {
    it(`are used with a reason in ${entry.file}`, () => {
      expect(findFault(entry, readOurs)).to.equal(undefined);
    });
  }

  it('are used nowhere else', () => {
    expect(files.length).to.be.above(300);
    const known = new Set([...PRIVATES.map(({ file }) => file), ...Object.keys(HARMLESS)]);
    const found = files.filter(touchesPrivates).map(({ path: file }) => file);
    expect(found.filter((file) => !known.has(file))).to.deep.equal([]);
    expect(found, 'every listed file still uses some').to.include.members([...known]);
  });
});

describe('The rule about private parts of libraries', () => {
  for (const [what, text] of [
    ['a private member that is called', `import pg from 'pg';\nclient.connection._send(octets);`],
    ['a private member by its quoted name', `import Joi from 'joi';\nschema['_flags'].default;`],
    ["joi's own private members", `import Joi from 'joi';\nschema.$_terms;`],
    [
      'a private method that is overridden',
      `import pg from 'pg';\nclass Q extends pg.Query {\n  _getRows() {}\n}`,
    ],
    [
      'a private method with the word for it',
      `import pg from 'pg';\nclass Q extends pg.Query {\n  override _getRows(): void {}\n}`,
    ],
    ['a cast past the types', `import pg from 'pg';\nconst { connection } = client as unknown as Wire;`],
    ['a line that the compiler ignores', `import pg from 'pg';\n// @ts-expect-error\nclient.connection;`],
    ['a prototype', `import express from 'express';\nexpress.request.prototype.x = 1;`],
    [
      "an object that has the library's object as its prototype",
      `import pg from 'pg';\nconst mine = Object.create(pool);`,
    ],
    ["a table of the queue's", 'const OLDEST = `SELECT id FROM job WHERE queue = $1`;'],
  ] as const) {
    it(`notices ${what}`, () => {
      expect(touchesPrivates({ text, imports: importsOf('shared/platform/made-up.ts', text) })).to.equal(
        true,
      );
    });
  }

  for (const [what, text] of [
    ['a placeholder', `import pg from 'pg';\nlist.map((_, index) => index);`],
    ['a comment', `import pg from 'pg';\n// pg's own _getRows is read as unknown as ours`],
    [
      'a cast of our own types',
      `import { x } from '../shared/platform/db/connect.ts';\nx as unknown as string;`,
    ],
  ] as const) {
    it(`ignores ${what}`, () => {
      expect(touchesPrivates({ text, imports: importsOf('shared/platform/made-up.ts', text) })).to.equal(
        false,
      );
    });
  }

  const entry: Private = {
    file: 'a.ts',
    package: 'pg',
    why: '',
    reason: { saves: '50 µs of a mail', share: 0.04 },
  };
  const good = {
    'a.ts': `// Saves 50 µs of a mail.\nimport pg from 'pg';\npg._x;`,
    'package.json': '{"dependencies":{"pg":"8.1.2"}}',
  };
  for (const [fault, entryChanges, changes] of [
    ['a file that does not exist any more', {}, { 'a.ts': undefined }],
    ['a file that uses none any more', {}, { 'a.ts': '// Saves 50 µs of a mail.\n' }],
    ['a missing figure', {}, { 'a.ts': `// Fast.\nimport pg from 'pg';\npg._x;` }],
    ['a figure that is too small', { reason: { saves: '50 µs of a mail', share: 0.007 } }, {}],
    ['a range instead of a version', {}, { 'package.json': '{"dependencies":{"pg":"^8.1.2"}}' }],
    ['a proof that does not exist any more', { reason: { provedBy: 'gone.test.ts' } }, {}],
  ] as [string, Partial<Private>, Record<string, string | undefined>][]) {
    it(`notices ${fault}`, () => {
      const read = (file: string) => ({ ...good, ...changes })[file];
      expect(findFault(entry, (file) => (good as Record<string, string>)[file])).to.equal(undefined);
      expect(findFault({ ...entry, ...entryChanges }, read)).to.be.a('string');
    });
  }
});
