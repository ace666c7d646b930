// The file that is chosen, and its start as it is read in the encoding that is chosen or guessed.
import { useState } from 'react';
import type { FileEncoding } from '../reading/decode-start.ts';
import { FILE_GONE, type FileReading, useFileStart } from '../reading/use-file-start.ts';

/** The file. */
export interface ChosenFile {
  file: File | undefined;
  /** Undefined: it is being read. */
  reading: FileReading | undefined;
  choose(file: File | undefined): void;
  decode(encoding: FileEncoding): void;
  /** The file turned out to be another one than the one that was chosen. */
  lose(): void;
}

/** Another file begins with a guess of its encoding. */
export function useChosenFile(): ChosenFile {
  const [file, setFile] = useState<File>();
  const [encoding, setEncoding] = useState<FileEncoding>();
  const [lost, setLost] = useState<File>();
  const reading = useFileStart(file, encoding);
  return {
    file,
    reading: reading && file === lost ? { ...reading, fault: FILE_GONE } : reading,
    choose(next) {
      setFile(next);
      setEncoding(undefined);
    },
    decode: setEncoding,
    lose: () => setLost(file),
  };
}
