// The groups of rooms of the product and the floors of the other layers (docs/architecture/folders.md#groups-and-rooms), for
// the tests in test/architecture/.

export const RESOURCES = 'shared/resources';

/** Each group imports only those before it. */
export const GROUPS = ['foundation', 'audience', 'messaging', 'people', 'flows'];

/** The place of a file's group among the groups; -1: it is in none. */
export function groupOf(file: string): number {
  return file.startsWith(`${RESOURCES}/`) ? GROUPS.indexOf(file.split('/')[2] ?? '') : -1;
}

/** In a floor: every room of the layer that no floor names. */
export const OTHERS = '*';

/**
 * The other layers with rooms, which are their folders and each file next to these. The floors of a layer are listed from
 * below; a room imports only rooms of its own and of lower floors.
 */
export const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'shared/platform': [['addresses', 'process', 'redaction', 'sharing'], [OTHERS], ['lifecycle']],
  'shared/mail': [[OTHERS]],
  smtp: [['server'], ['content'], ['inbound', 'submission'], ['main.ts']],
  workers: [['runtime'], ['transports'], [OTHERS], ['jobs'], ['registry.ts'], ['start.ts'], ['main.ts']],
  api: [
    [OTHERS],
    ['resources'],
    ['computing', 'public'],
    ['ops'],
    ['routes.ts', 'openapi'],
    ['app.ts'],
    ['main.ts'],
  ],
  dashboard: [['api', 'format'], [OTHERS], ['resources'], ['gallery'], ['shell'], ['main.tsx']],
  bench: [
    ['cpu-time.ts', 'monotonic.ts', 'processes'],
    ['load'],
    [OTHERS],
    ['scenarios'],
    ['timeline'],
    ['main.ts'],
  ],
};
