// Saves what a page has as a file of the person.

/** @param type of the file, as `text/csv` */
export function saveText(text: string, filename: string, type = 'text/plain'): void {
  saveBlob(new Blob([text], { type }), filename);
}

/** Saves a file that was read. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(url);
}
