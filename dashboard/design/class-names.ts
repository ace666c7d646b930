// Joins the class names of an element. A CSS module answers `undefined` for a class that it does not have, and
// React Aria wants a string, so the result is one always.
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
