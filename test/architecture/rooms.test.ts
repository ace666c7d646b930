// How the layers are divided (docs/architecture/folders.md#groups-and-rooms): `shared/resources` has groups, a group has
// rooms, which are its folders; in the other layers each folder is a room, and some layers have floors. Who changes a room
// has to know what it imports, so no arrow goes up and none in a circle. Imports of types count too.
import { expect } from 'chai';
import { type ArchitectureRule, testRules } from '../support/architecture/architecture-rules.ts';
import { FLOORS, GROUPS, groupOf, OTHERS, RESOURCES } from '../support/architecture/groups.ts';
import { findCycle, readSourceFiles, type SourceFile } from '../support/documents/source-files.ts';

/** Where a file is: in a group and a room, or in neither, as the lists of the product are, which import all groups. */
interface Place {
  layer: string;
  /** Its place among the groups, and of what is in none, after all of them; in other layers that of its floor. */
  rank: number;
  room: string;
}

const LAYERS = [RESOURCES, ...Object.keys(FLOORS)];

/** @returns undefined: it is in no layer with rooms */
function placeOf(file: string): Place | undefined {
  const layer = LAYERS.find((each) => file.startsWith(`${each}/`));
  if (layer === undefined) return undefined;
  return layer === RESOURCES ? placeInProduct(file) : placeInLayer(layer, file);
}

function placeInProduct(file: string): Place {
  const [, , group = '', room = '', ...rest] = file.split('/');
  // A file of a group that is in no folder is a room of its own, and so is each list.
  const name = rest.length > 0 ? `${RESOURCES}/${group}/${room}` : file;
  return { layer: RESOURCES, rank: room === '' ? GROUPS.length : groupOf(file), room: name };
}

function placeInLayer(layer: string, file: string): Place {
  const [room = ''] = file.slice(layer.length + 1).split('/');
  const floors = FLOORS[layer] ?? [];
  const listed = floors.findIndex((floor) => floor.includes(room));
  const rank = listed === -1 ? floors.findIndex((floor) => floor.includes(OTHERS)) : listed;
  return { layer, rank, room: `${layer}/${room}` };
}

/** The imports that lead from one room to another of its layer. */
function arrowsOf({ path: file, imports }: SourceFile): { from: Place; to: Place; arrow: string }[] {
  const from = placeOf(file);
  if (!from) return [];
  return imports.flatMap((imported) => {
    const to = placeOf(imported);
    const isArrow = to && to.layer === from.layer && to.room !== from.room;
    return isArrow ? [{ from, to, arrow: `${file} imports ${imported}` }] : [];
  });
}

const RULES: ArchitectureRule[] = [
  {
    title: 'each room is in a group or on a floor of the list',
    findBreaches: (files) => files.map(({ path }) => path).filter((file) => placeOf(file)?.rank === -1),
    broken: [{ path: `${RESOURCES}/emails/find.ts`, text: '' }],
  },
  {
    title: 'a group or a floor of rooms imports only those before it',
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
      {
        path: 'shared/platform/db/connect.ts',
        text: `import { runProcess } from '../lifecycle/process.ts';`,
      },
      { path: 'smtp/content/envelope-address.ts', text: `import { a } from '../inbound/a.ts';` },
      { path: 'workers/runtime/run-worker.ts', text: `import type { a } from '../registry.ts';` },
      { path: 'api/http/server.ts', text: `const send = () => import('../resources/emails/send.ts');` },
      { path: 'dashboard/lists/rows.tsx', text: `import { Boundary } from '../shell/boundary.tsx';` },
      {
        path: 'bench/receiving/open-receiving.ts',
        text: `import type { Setting } from '../scenarios/scenario.ts';`,
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
      [
        { path: 'shared/platform/db/a.ts', text: `import type { b } from '../log/b.ts';` },
        { path: 'shared/platform/log/c.ts', text: `import { d } from '../db/sessions/d.ts';` },
      ],
      [
        { path: 'shared/mail/compose.ts', text: `import { a } from './kept/a.ts';` },
        { path: 'shared/mail/kept/b.ts', text: `import { c } from '../dkim/c.ts';` },
        { path: 'shared/mail/dkim/d.ts', text: `import type { e } from '../compose.ts';` },
      ],
      [
        { path: 'smtp/inbound/a.ts', text: `import { b } from '../submission/b.ts';` },
        { path: 'smtp/submission/c.ts', text: `import type { d } from '../inbound/d.ts';` },
      ],
      [
        { path: 'workers/send/a.ts', text: `import { b } from '../webhooks/b.ts';` },
        { path: 'workers/webhooks/c.ts', text: `import { d } from '../send/d.ts';` },
      ],
      [
        { path: 'api/middleware/a.ts', text: `import { b } from '../sessions/b.ts';` },
        { path: 'api/sessions/c.ts', text: `import { d } from '../deps.ts';` },
        { path: 'api/deps.ts', text: `import type { e } from './middleware/e.ts';` },
      ],
      [
        { path: 'dashboard/lists/a.ts', text: `import { b } from '../records/b.ts';` },
        { path: 'dashboard/records/c.ts', text: `import type { d } from '../lists/state/d.ts';` },
      ],
      [
        { path: 'bench/domains/a.ts', text: `import { b } from '../servers/b.ts';` },
        { path: 'bench/servers/c.ts', text: `import { d } from '../webhooks/d.ts';` },
        { path: 'bench/webhooks/e.ts', text: `import type { f } from '../domains/f.ts';` },
      ],
    ],
  },
];

describe('The architecture: groups and rooms', () => {
  const places = readSourceFiles().flatMap(({ path }) => placeOf(path) ?? []);

  it('are found in the code', () => {
    const product = places.filter(({ layer }) => layer === RESOURCES);
    expect(new Set(product.map(({ rank }) => rank))).to.deep.equal(new Set([0, 1, 2, 3, 4, 5]));
    expect(new Set(product.map(({ room }) => room)).size).to.be.above(40);
  });

  it('of the floors exist', () => {
    const rooms = new Set(places.map(({ room }) => room));
    const listed = Object.entries(FLOORS).flatMap(([layer, floors]) =>
      floors.flat().flatMap((room) => (room === OTHERS ? [] : [`${layer}/${room}`])),
    );
    expect(listed.filter((room) => !rooms.has(room))).to.deep.equal([]);
    const layers = new Set(places.map(({ layer }) => layer));
    expect([...layers].sort()).to.deep.equal([...LAYERS].sort());
  });

  testRules(RULES);
});
