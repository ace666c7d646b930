// Where the focus goes when a dialog is gone: React Aria gives it back to what had it, which is nothing when a link or the
// palette opened the dialog, or when its button was removed in the meantime. Keys would then begin at the top of the
// document.
import { useEffect } from 'react';

/** React Aria returns the focus in the frame after the dialog has closed. */
export const RETURNED_AFTER_MS = 50;

/** For the content of a dialog. */
export function useReturnedFocus(): void {
  useEffect(() => () => void setTimeout(keepFocus, RETURNED_AFTER_MS), []);
}

/** The element with the focus may be removed by the change of the dialog, once that was read. */
function keepFocus(): void {
  focusPage();
  const { activeElement: element } = document;
  const observer = new MutationObserver(() => {
    if (document.activeElement === element) return;
    observer.disconnect();
    if (element?.isConnected === false) focusPage();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Unless something has the focus, or another dialog is open, the title of the page gets it. */
export function focusPage(): void {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return;
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
  // A list and its record both have a title, and a narrow window shows one of them.
  const titles = [...document.querySelectorAll<HTMLElement>('main h1')];
  const title = titles.find((each) => each.checkVisibility());
  if (title === undefined) {
    focusLater();
    return;
  }
  title.tabIndex = -1;
  title.focus();
}

/** The code of the page has not arrived. */
function focusLater(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('main h1') === null) return;
    observer.disconnect();
    focusPage();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
