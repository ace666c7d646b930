// Which folder may import which (docs/architecture/folders.md), checked against the code. `npm run check` runs all of
// test/architecture/.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import {
  type ArchitectureRule,
  eachFile,
  isIn,
  testRules,
} from '../support/architecture/architecture-rules.ts';
import { ROOT } from '../support/documents/root.ts';
import { findCycle, readSourceFiles } from '../support/documents/source-files.ts';

/** Folder → our own folders that it may import. Packages have their own rule below. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  api: ['api', 'shared'],
  workers: ['workers', 'shared'],
  smtp: ['smtp', 'shared'],
  // The four layers: each may import those below it.
  'shared/contract': ['shared/contract'],
  'shared/platform': ['shared/platform'],
  'shared/mail': ['shared/mail', 'shared/platform', 'shared/contract'],
  'shared/resources': ['shared/resources', 'shared/mail', 'shared/platform', 'shared/contract'],
  migrations: [],
  cli: [
    'cli',
    'shared/contract',
    'shared/resources/foundation/webhooks/signature.ts',
    // They read files, and import no package.
    'shared/mail/invisible-characters.ts',
    'shared/resources/flows/contact-imports/parsing/delimiter.ts',
    'shared/resources/flows/contact-imports/parsing/file-encoding.ts',
    'shared/resources/flows/contact-imports/parsing/records.ts',
    'shared/resources/flows/contact-imports/parsing/unreadable-file.ts',
  ],
  dashboard: [
    'dashboard',
    'shared/contract',
    // Both are made in one build.
    'site/build/plugin.ts',
    // It judges payloads as the API does, and imports no package.
    'shared/resources/flows/events/definitions/broken-field.ts',
    // They read the start of a file as its import does, and import no package.
    'shared/resources/flows/contact-imports/parsing/cell-values.ts',
    'shared/resources/flows/contact-imports/parsing/file-encoding.ts',
    'shared/resources/flows/contact-imports/parsing/header-names.ts',
    'shared/resources/flows/contact-imports/parsing/table-records.ts',
    'shared/resources/flows/contact-imports/parsing/unreadable-file.ts',
    // It knows misspelt names as the API does, and imports no package.
    'api/near-misses/near-miss.ts',
    // It judges the values of rules as the API does, and imports no package.
    'shared/resources/audience/rules/comparable.ts',
    'shared/platform/time/parse-duration.ts',
  ],
  site: [
    'site',
    'shared/contract',
    'shared/platform/security/escape-html.ts',
    // They write a call as code, for the examples of the reference.
    'dashboard/api/copy-as.ts',
    'dashboard/copy-as/copied-call.ts',
  ],
  dev: ['dev', 'shared'],
  // `check` asks the provider with the code that sends.
  ops: ['ops', 'shared', 'workers/transports'],
  bench: ['bench', 'shared', 'dev'],
  // The labs of failover; everything else of deploy/ is configuration.
  deploy: ['deploy', 'test/flows/support', 'test/support', 'dev', 'shared'],
  // They are read and copied by people who have only Node and a running service.
  examples: [],
  test: [
    'test',
    'api',
    'shared',
    'smtp',
    'workers',
    'migrations',
    'cli',
    'dashboard',
    'site',
    'dev',
    'ops',
    'bench',
    'deploy',
    'package.json',
  ],
};

/** Package → the only places that may import it. */
const PACKAGE_OWNERS: Record<string, readonly string[]> = {
  'node:dns': ['shared/platform/net/dns/', 'test/'],
  'node:dns/promises': ['shared/platform/net/dns/', 'bench/', 'test/'],
  bullmq: [
    'shared/platform/queues/',
    'shared/platform/db/migrations/migrate.ts',
    'workers/runtime/',
    'bench/naive/',
    'test/',
  ],
  ioredis: ['shared/platform/redis/', 'test/'],
  pg: ['shared/platform/db/', 'shared/platform/queues/', 'bench/limit/', 'deploy/lab/', 'dev/', 'test/'],
  knex: ['shared/platform/db/', 'migrations/', 'bench/naive/', 'test/'],
  express: ['api/', 'dev/inbox/', 'bench/naive/', 'test/'],
  'smtp-server': ['smtp/server/', 'dev/inbox/', 'test/'],
  // Loaded when they are needed.
  '@modelcontextprotocol/sdk/server/index.js': ['api/resources/mcp/exchange.ts'],
  '@modelcontextprotocol/sdk/types.js': ['api/resources/mcp/exchange.ts', 'test/'],
  commander: ['cli/', 'test/'],
  // One writer, so that no file has a cell that a spreadsheet computes.
  'csv-stringify/sync': ['shared/platform/csv/', 'test/'],
  nodemailer: ['workers/transports/smtp/', 'bench/naive/', 'test/'],
  react: ['dashboard/', 'test/compatibility/'],
  // One file an imported component, so that all of them look and behave alike.
  'react-aria-components': ['dashboard/design/', 'dashboard/shell/palette/'],
};

const folders = Object.keys(MAY_IMPORT);
const topFolders = new Set(folders.map((folder) => folder.split('/')[0]));

/** A path from the root begins with one of our folders; anything else is a package or a file of one. */
const isOurs = (imported: string) =>
  imported === 'package.json' || (imported.includes('/') && topFolders.has(imported.split('/')[0]));

/** Rules, with made-up files that break them. */
const RULES: ArchitectureRule[] = [
  {
    title: 'a folder imports only the folders that it may know',
    findBreaches: eachFile(({ path: file, imports }) => {
      const allowed = MAY_IMPORT[folders.find((folder) => isIn(file, [folder])) ?? ''];
      if (!allowed) return [];
      return imports
        .filter((imported) => isOurs(imported) && !isIn(imported, allowed))
        .map((imported) => `${file} imports ${imported}`);
    }),
    broken: [
      { path: 'api/app.ts', text: `import { x } from '../workers/registry.ts';` },
      { path: 'workers/main.ts', text: `import { x } from '../api/app.ts';` },
      { path: 'smtp/main.ts', text: `import { x } from '../workers/registry.ts';` },
      { path: 'shared/contract/emails/values.ts', text: `import { x } from '../../platform/time/clock.ts';` },
      { path: 'shared/platform/db/page.ts', text: `import { x } from '../../contract/limits.ts';` },
      { path: 'shared/platform/db/page.ts', text: `import { x } from '../../mail/addresses.ts';` },
      { path: 'shared/platform/db/page.ts', text: `import { x } from '../../resources/emails/find.ts';` },
      { path: 'shared/mail/compose.ts', text: `import { x } from '../resources/emails/email.ts';` },
      {
        path: 'shared/resources/messaging/emails/find.ts',
        text: `import { x } from '../../../api/answer.ts';`,
      },
      { path: 'cli/main.ts', text: `import { x } from '../shared/platform/db/connect.ts';` },
      { path: 'ops/main.ts', text: `import { x } from '../workers/send/sender.ts';` },
      { path: 'migrations/0001-accounts.ts', text: `import { x } from '../shared/contract/limits.ts';` },
    ],
  },
  {
    title: 'every file of shared is in one of its four layers',
    findBreaches: eachFile(({ path: file }) =>
      isIn(file, ['shared']) && !folders.some((floor) => isIn(file, [floor])) ? [file] : [],
    ),
    broken: [
      { path: 'shared/process.ts', text: '' },
      { path: 'shared/db/connect.ts', text: '' },
    ],
  },
  {
    title: 'the contract imports no package',
    findBreaches: eachFile(({ path: file, imports }) =>
      isIn(file, ['shared/contract'])
        ? imports.filter((imported) => !isOurs(imported)).map((imported) => `${file} imports ${imported}`)
        : [],
    ),
    broken: [{ path: 'shared/contract/errors.ts', text: `import Joi from 'joi';` }],
  },
  {
    title: 'databases, queues, HTTP and DNS are accessed in one place each',
    findBreaches: eachFile(({ path: file, imports }) =>
      imports
        .filter((imported) => PACKAGE_OWNERS[imported] && !isIn(file, PACKAGE_OWNERS[imported]))
        .map((imported) => `${file} imports ${imported}`),
    ),
    broken: [
      { path: 'api/resources/domains/router.ts', text: `import pg from 'pg';` },
      { path: 'shared/resources/messaging/domains/list.ts', text: `import type pg from 'pg';` },
      { path: 'shared/platform/net/guarded-fetch.ts', text: `import { lookup } from 'node:dns';` },
    ],
  },
  {
    title: 'imports have no cycle',
    findBreaches: (files) => {
      const cycle = findCycle(files);
      return cycle ? [cycle.join(' → ')] : [];
    },
    broken: [
      [
        { path: 'shared/a.ts', text: `import { b } from './b.ts';` },
        { path: 'shared/b.ts', text: `import { c } from './c.ts';` },
        { path: 'shared/c.ts', text: `import type { b } from './b.ts';` },
      ],
    ],
  },
];

/** Only a compiler and an editor read it, and it is written for them (dashboard/build/types-main.ts), not in a new clone. */
const WRITTEN_TYPES = 'dashboard/api/generated/types.ts';

describe('The architecture: imports', () => {
  it('are found in the code', () => {
    const files = readSourceFiles();
    const found = new Set(files.map((file) => file.path.split('/')[0]));
    expect([...found]).to.include.members(['api', 'shared', 'workers', 'migrations', 'cli', 'dev', 'test']);
    // Without tests, because their texts contain imports that are not real.
    const others = files.filter((file) => !isIn(file.path, ['test']));
    const relations = others.flatMap((file) => file.imports.filter(isOurs));
    expect(relations.length).to.be.above(200);
    const missing = relations.filter(
      (imported) => imported !== WRITTEN_TYPES && !existsSync(path.join(ROOT, imported)),
    );
    expect(missing).to.deep.equal([]);
  });

  testRules(RULES);
});
