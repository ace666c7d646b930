// A part of what a record or a page shows that is kept in the URL, as the selected tab or an open dialog, so that a link
// and a reload restore it. Its name must be one that no filter of the list has.
import { useLocation, useSearch } from 'wouter';

/**
 * @param name of the query parameter
 * @returns its value, and what sets it; undefined takes it away
 */
export function useRecordParameter(
  name: string,
): [value: string | undefined, set: (value: string | undefined) => void] {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const set = (value: string | undefined) =>
    navigate(addressWith(path, search, name, value), { replace: true });
  return [new URLSearchParams(search).get(name) ?? undefined, set];
}

/** The address of a page with another value of a parameter, and the others unchanged. @param value undefined: without it */
export function addressWith(path: string, search: string, name: string, value: string | undefined): string {
  const parameters = new URLSearchParams(search);
  if (value === undefined) parameters.delete(name);
  else parameters.set(name, value);
  const query = parameters.toString();
  return query ? `${path}?${query}` : path;
}
