// Reads the start of a file that was chosen, again for another encoding. A file that was changed or moved since it was chosen
// cannot be read by a browser any more, which is said like any other fault.
import { useEffect, useState } from 'react';
import { UnreadableFileError } from '../../../../shared/resources/flows/contact-imports/parsing/unreadable-file.ts';
import type { FileEncoding } from './decode-start.ts';
import { formatFault, startFault } from './file-words.ts';
import { type FileStart, readStart, START_BYTES } from './read-start.ts';

/** The fault of a file that was changed, moved or removed since it was chosen. */
export const FILE_GONE = 'The file was changed, moved or removed after you chose it. Choose it again.';

/** The result of reading. With a fault the start may be there: another encoding may fix it. */
export interface FileReading {
  start: FileStart | undefined;
  fault: string | undefined;
}

/** @param encoding undefined: it is guessed. @returns undefined while the file is read, and without one */
export function useFileStart(
  file: File | undefined,
  encoding: FileEncoding | undefined,
): FileReading | undefined {
  const [read, setRead] = useState<{
    file: File;
    encoding: FileEncoding | undefined;
    reading: FileReading;
  }>();
  useEffect(() => {
    if (!file) return undefined;
    let isGone = false;
    void readFileStart(file, encoding).then((reading) => {
      if (!isGone) setRead({ file, encoding, reading });
    });
    return () => {
      isGone = true;
    };
  }, [file, encoding]);
  // While another encoding is tried, the page keeps its size.
  return read && read.file === file ? read.reading : undefined;
}

/** Reads the start of a file. */
async function readFileStart(file: File, encoding: FileEncoding | undefined): Promise<FileReading> {
  try {
    const bytes = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
    const format = formatFault(file.name, bytes);
    if (format !== undefined) return { start: undefined, fault: format };
    const start = readStart({ bytes, isWhole: file.size <= bytes.length, encoding });
    return { start, fault: startFault(start) };
  } catch (error) {
    const fault = error instanceof UnreadableFileError ? error.message : FILE_GONE;
    return { start: undefined, fault };
  }
}

/** Whether a file can still be read as it was chosen. */
export async function isUnchanged(file: File): Promise<boolean> {
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
