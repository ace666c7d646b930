// How the product is divided (docs/architecture/folders.md#groups-and-rooms): `shared/resources` has groups, a group has
// rooms, which are its folders. Who changes a room has to know what it imports, so no arrow goes up and none in a circle.
// Imports of types count too.
import { expect } from 'chai';
import { type ArchitectureRule, testRules } from '../support/architecture/architecture-rules.ts';
import { GROUPS, groupOf, RESOURCES } from '../support/architecture/groups.ts';
import { findCycle, readSourceFiles, type SourceFile } from '../support/documents/source-files.ts';

/** Where a file is: in a group and a room, or in neither, as the lists of the product are, which import all groups. */
interface Place {
  /** Its place among the groups; of what is in none, after all of them. */
  rank: number;
  room: string;
}

/** @returns undefined: it is not part of the product */
function placeOf(file: string): Place | undefined {
  const [layer, resources, group = '', room = '', ...rest] = file.split('/');
  if (`${layer}/${resources}` !== RESOURCES) return undefined;
  // A file of a group that is in no folder is a room of its own, and so is each list.
  const name = rest.length > 0 ? `${group}/${room}` : file;
  return { rank: room === '' ? GROUPS.length : groupOf(file), room: name };
}

/** The imports that lead from one room to another. */
function arrowsOf({ path: file, imports }: SourceFile): { from: Place; to: Place; arrow: string }[] {
  const from = placeOf(file);
  if (!from) return [];
  return imports.flatMap((imported) => {
    const to = placeOf(imported);
    return to && to.room !== from.room ? [{ from, to, arrow: `${file} imports ${imported}` }] : [];
  });
}

const RULES: ArchitectureRule[] = [
  {
    title: 'each room is in a group of the list',
    findBreaches: (files) => files.map(({ path }) => path).filter((file) => placeOf(file)?.rank === -1),
    broken: [{ path: `${RESOURCES}/emails/find.ts`, text: '' }],
  },
  {
    title: 'a group of rooms imports only the groups before it',
    findBreaches: (files) =>
      files
        .flatMap(arrowsOf)
        .filter(({ from, to }) => from.rank < to.rank)
        .map(({ arrow }) => arrow),
    broken: [
      {
        path: `${RESOURCES}/audience/contacts/delete.ts`,
        text: `import { cancel } from '../../flows/automations/runs/cancel.ts';`,
      },
      {
        path: `${RESOURCES}/foundation/webhooks/fan-out.ts`,
        text: `import type { Email } from '../../messaging/emails/email.ts';`,
      },
      { path: `${RESOURCES}/people/members/list.ts`, text: `import { KINDS } from '../../work-kinds.ts';` },
      {
        path: `${RESOURCES}/audience/removals/work.ts`,
        text: `const step = () => import('../../flows/erasures/step.ts');`,
      },
    ],
  },
  {
    title: 'rooms form no circle',
    findBreaches(files) {
      const rooms = new Map<string, Set<string>>();
      for (const { from, to } of files.flatMap(arrowsOf))
        rooms.set(from.room, (rooms.get(from.room) ?? new Set()).add(to.room));
      const cycle = findCycle([...rooms].map(([path, imports]) => ({ path, imports: [...imports] })));
      return cycle ? [cycle.join(' → ')] : [];
    },
    broken: [
      [
        { path: `${RESOURCES}/audience/topics/a.ts`, text: `import { b } from '../contacts/b.ts';` },
        { path: `${RESOURCES}/audience/contacts/c.ts`, text: `import type { d } from '../segments/d.ts';` },
        { path: `${RESOURCES}/audience/segments/e.ts`, text: `import { f } from '../topics/choices/f.ts';` },
      ],
    ],
  },
];

describe('The architecture: groups and rooms', () => {
  it('are found in the code', () => {
    const places = readSourceFiles().flatMap(({ path }) => placeOf(path) ?? []);
    expect(new Set(places.map(({ rank }) => rank))).to.deep.equal(new Set([0, 1, 2, 3, 4, 5]));
    expect(new Set(places.map(({ room }) => room)).size).to.be.above(40);
  });

  testRules(RULES);
});
