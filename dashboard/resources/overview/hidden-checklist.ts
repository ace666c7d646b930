// Whether one has put the finished checklist away, in the storage of the browser, which may be closed to us.

const HIDDEN_ITEM = 'posthorn.checklist_hidden';

/** Whether the list of this account was put away in this browser. */
export function isChecklistHidden(accountId: string): boolean {
  try {
    return localStorage.getItem(HIDDEN_ITEM)?.split(' ').includes(accountId) ?? false;
  } catch {
    return false;
  }
}

/** Puts the list of an account away. */
export function hideChecklist(accountId: string): void {
  try {
    const hidden = localStorage.getItem(HIDDEN_ITEM)?.split(' ') ?? [];
    localStorage.setItem(HIDDEN_ITEM, [...hidden, accountId].join(' '));
  } catch {
    // The browser keeps nothing: it is away until the page is loaded again.
  }
}
