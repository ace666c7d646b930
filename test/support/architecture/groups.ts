// The groups of rooms of the product (docs/architecture/folders.md#groups-and-rooms), for the tests in test/architecture/.

export const RESOURCES = 'shared/resources';

/** Each group imports only those before it. */
export const GROUPS = ['foundation', 'audience', 'messaging', 'people', 'flows'];

/** The place of a file's group among the groups; -1: it is in none. */
export function groupOf(file: string): number {
  return file.startsWith(`${RESOURCES}/`) ? GROUPS.indexOf(file.split('/')[2] ?? '') : -1;
}
