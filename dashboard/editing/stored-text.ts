// A text in the storage of the browser. That may be closed to us, or full: then nothing is stored.

/** @returns null: there is none, or it cannot be read */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps it if that can be. */
export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}
