// The notice when the code of an opened component could not be loaded.
import { addToast } from '../feedback/notices.ts';

/** Says so; the next press asks again. */
export function notifyNotLoaded(): void {
  addToast({ text: 'This could not be loaded. Try again, or reload the page.', kind: 'bad' });
}
