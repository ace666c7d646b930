// A resource says in one file, its manifest, what it has in the lists of the product (docs/architecture/manifests.md). So a
// new resource is one line of one list in shared/resources, and a change of a list need not know the resources.
import path from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config/config.ts';
import type { Retention } from '../../shared/platform/retention/retention.ts';
import type { Manifest } from '../../shared/resources/foundation/manifest.ts';
import { MANIFESTS } from '../../shared/resources/resources.ts';
import { type ArchitectureRule, eachFile, testRules } from '../support/architecture/architecture-rules.ts';
import { GROUPS, RESOURCES } from '../support/architecture/groups.ts';

const LIST = `${RESOURCES}/resources.ts`;

/** What all lists may know: the types of what manifests have. */
const TYPES = ['manifest', 'sample-event', 'change-mark'].map((name) => `${RESOURCES}/foundation/${name}.ts`);

/** Files next to the groups that know resources, and why. */
const KNOWING: Readonly<Record<string, string>> = {
  'resources.ts': 'is the list',
  'service-tables.ts': 'is a manifest',
  'work-deps.ts': 'has the types of what a process hands down',
  'registrations.ts': 'makes the intake of events, which the API calls too',
  'change-marks.ts': 'reads the two logs, which see what operations change',
  'account-tables.ts': 'makes what the deletion of an account is given',
  'missing-groups.ts': 'the group that receives is needed only where a domain receives',
  'service-metrics.ts': 'names the effects of reports in the help of a counter',
};

const isNextToGroups = (file: string) => path.posix.dirname(file) === RESOURCES;
const isInGroup = (file: string) => GROUPS.some((group) => file.startsWith(`${RESOURCES}/${group}/`));

const RULES: ArchitectureRule[] = [
  {
    title: 'each resource.ts is in the list of manifests',
    findBreaches(files) {
      const listed = files.find(({ path: file }) => file === LIST)?.imports ?? [];
      return files
        .map(({ path: file }) => file)
        .filter((file) => isInGroup(file) && path.posix.basename(file) === 'resource.ts')
        .filter((file) => !listed.includes(file));
    },
    broken: [
      [
        { path: `${RESOURCES}/flows/coupons/resource.ts`, text: 'export const couponsManifest = {};' },
        { path: LIST, text: `import { aiManifest } from './flows/ai/resource.ts';` },
      ],
    ],
  },
  {
    title: 'only the list of manifests imports a resource.ts',
    findBreaches: eachFile(({ path: file, imports }) =>
      file === LIST
        ? []
        : imports
            .filter((imported) => isInGroup(imported) && imported.endsWith('/resource.ts'))
            .map((imported) => `${file} imports ${imported}`),
    ),
    broken: [
      {
        path: `${RESOURCES}/retention.ts`,
        text: `import { couponsManifest } from './flows/coupons/resource.ts';`,
      },
    ],
  },
  {
    title: 'a list of the product names no resource, but for a list with reasons',
    findBreaches: eachFile(({ path: file, imports }) =>
      isNextToGroups(file) && !(path.posix.basename(file) in KNOWING)
        ? imports
            .filter((imported) => isInGroup(imported) && !TYPES.includes(imported))
            .map((imported) => `${file} imports ${imported}`)
        : [],
    ),
    broken: [
      {
        path: `${RESOURCES}/work-kinds.ts`,
        text: `import { couponWork } from './flows/coupons/work.ts';`,
      },
      {
        path: `${RESOURCES}/stored-secrets.ts`,
        text: `import { couponCodeOwner } from './flows/coupons/code.ts';`,
      },
    ],
  },
];

describe('The architecture: manifests', () => {
  testRules(RULES);

  it('holds that each partitioned table has a row in the table of retention', () => {
    expect(findNeverRemoved(MANIFESTS)).to.deep.equal([]);
  });

  it('would notice a partitioned table from which nothing is removed', () => {
    const coupons = {
      partitioned: [
        { name: 'coupons', idKind: 'uuid' },
        { name: 'coupon_uses', idKind: 'uuid' },
      ],
      retention: () => [{ what: 'coupons', table: 'coupons', column: 'id', days: 1 }],
    } satisfies Manifest;
    expect(findNeverRemoved([coupons])).to.deep.equal(['coupon_uses']);
  });
});

/** The partitioned tables of which no retention removes rows. */
function findNeverRemoved(manifests: readonly Manifest[]): string[] {
  const { retentionDays } = loadConfig({ DATABASE_URL: 'postgres://localhost/none' });
  const removed = manifests.flatMap(({ retention }) => retention?.(retentionDays) ?? []).flatMap(tablesOf);
  const partitioned = manifests.flatMap((manifest) => manifest.partitioned ?? []);
  return partitioned.map(({ name }) => name).filter((name) => !removed.includes(name));
}

function tablesOf(row: Retention): string[] {
  if (!('table' in row)) return [];
  const dependents = (row.dependents ?? []).flatMap(({ table, content, chunks = 'attachment_chunks' }) =>
    content === undefined ? [table] : [table, chunks],
  );
  return [row.table, ...dependents];
}
