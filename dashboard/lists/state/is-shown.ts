// In a narrow window an open record takes the place of its list, which stays in the page without being shown: its keys
// then do nothing.

/** Whether an element has a place on the screen. */
export function isShown(element: Element | null): boolean {
  return element !== null && element.getClientRects().length > 0;
}
