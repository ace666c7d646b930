// Keyboard shortcuts of the page: j and k or the arrows to move, / to search, Escape to leave.

/** Binds the keys. */
export function bindKeys({ search, move, clearSearch, close }) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === search) {
      if (event.key === 'Escape') clearSearch();
      if (event.key === 'ArrowDown') search.blur();
      return;
    }
    const action = findAction(event, { search, move, close });
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function findAction({ key, target }, { search, move, close }) {
  // In the panel of a tab the arrow keys scroll.
  const arrowsMove = !target.closest?.('.reader');
  if (key === '/') return () => search.select();
  if (key === 'Escape') return close;
  if (key === 'j' || (key === 'ArrowDown' && arrowsMove)) return () => move(1);
  if (key === 'k' || (key === 'ArrowUp' && arrowsMove)) return () => move(-1);
  return undefined;
}
