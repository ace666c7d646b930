// Decides which dropped or chosen files are accepted, and why the others are not, in words. Pure. The list of what a
// browser offers to choose is not a promise: what is dropped does not pass it.

/** The rules of a place for files. */
export interface FileRules {
  /** Endings as `.csv`, and types as `text/csv` or `image/*`; absent: every file. */
  accept?: readonly string[] | undefined;
  maxBytes?: number | undefined;
  isMultiple?: boolean | undefined;
}

/** The part of a File that is checked; a folder has neither a type nor a size that says something. */
export interface OfferedFile {
  name: string;
  size: number;
  type: string;
}

interface CheckedFiles<File> {
  taken: File[];
  /** A sentence for each file that is not. */
  refused: string[];
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;
const UNIT = 1_024;

/** Accepts and refuses. @param isFolder whether an item is a folder */
export function checkFiles<File extends OfferedFile>(
  files: readonly File[],
  rules: FileRules,
  isFolder: (file: File) => boolean = () => false,
): CheckedFiles<File> {
  const checked: CheckedFiles<File> = { taken: [], refused: [] };
  for (const file of files) {
    const why = isFolder(file) ? `${file.name} is a folder.` : refusalOf(file, rules);
    if (why !== undefined) checked.refused.push(why);
    else if (rules.isMultiple || checked.taken.length === 0) checked.taken.push(file);
    else checked.refused.push(`${file.name} was left out: you can add only one file.`);
  }
  return checked;
}

function refusalOf(
  { name, size, type }: OfferedFile,
  { accept = [], maxBytes = Infinity }: FileRules,
): string | undefined {
  if (!isAccepted(name, type, accept))
    return `${name} is not accepted. Choose a file of type ${accept.join(', ')}.`;
  if (size === 0) return `${name} is empty.`;
  if (size > maxBytes)
    return `${name} has ${bytesInWords(size)}. A file can have at most ${bytesInWords(maxBytes)}.`;
  return undefined;
}

function isAccepted(name: string, type: string, accept: readonly string[]): boolean {
  if (accept.length === 0) return true;
  return accept.some((each) => {
    if (each.startsWith('.')) return name.toLowerCase().endsWith(each.toLowerCase());
    return each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type === each;
  });
}

/** "12 B", "1.4 MB": of 1,024. */
export function bytesInWords(bytes: number): string {
  const power = bytes < UNIT ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(UNIT)));
  const value = bytes / UNIT ** power;
  return `${value < 10 && power > 0 ? Math.floor(value * 10) / 10 : Math.floor(value)} ${UNITS[power]}`;
}
