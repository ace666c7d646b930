// The names of a file and its columns as an import shows them: the record is stored, so they must not show addresses,
// which the first row of a file without a header has.
const SHOWN_LENGTH = 100;
const ADDRESS = /\S+@\S+/g;

/** Cuts a name, and leaves addresses out. */
export function nameInRecord(name: string): string {
  const text = name.trim();
  const cut = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  return cut.toWellFormed().replaceAll('\0', '\ufffd').replace(ADDRESS, '…@…');
}
