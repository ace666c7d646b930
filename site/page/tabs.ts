// Snippets in several languages as tabs: one choice for all of them, on all pages. early.ts shows it again on the next
// page; which figure is shown is decided by the styles (site/build/tabs.ts).

/** As early.ts reads it. */
const KEY = 'posthorn_language';

/** Makes the tabs of the page work. */
export function startTabs(): void {
  const groups = [...document.querySelectorAll<HTMLElement>('.tabs')];
  markChosen(groups);
  for (const group of groups) {
    group.addEventListener('click', ({ target }) => {
      const tab = (target as Element).closest<HTMLElement>('[role="tab"]');
      if (tab) choose(tab, groups);
    });
    group.addEventListener('keydown', (event) => moveByKeys(event, groups));
  }
}

function tabsOf(group: Element): HTMLElement[] {
  return [...group.querySelectorAll<HTMLElement>('[role="tab"]')];
}

/** What was pressed stays where it is, while the groups above it change their heights. */
function choose(tab: HTMLElement, groups: readonly HTMLElement[]): void {
  const before = tab.getBoundingClientRect().top;
  const language = tab.dataset['label'] ?? '';
  document.documentElement.dataset['language'] = language;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // It holds for this page.
  }
  markChosen(groups);
  scrollBy(0, tab.getBoundingClientRect().top - before);
}

function markChosen(groups: readonly HTMLElement[]): void {
  const language = document.documentElement.dataset['language'];
  for (const group of groups) {
    const tabs = tabsOf(group);
    const chosen = tabs.find((tab) => tab.dataset['label'] === language) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
  }
}

/** As https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ asks. */
function moveByKeys(event: KeyboardEvent, groups: readonly HTMLElement[]): void {
  const tab = (event.target as Element).closest<HTMLElement>('[role="tab"]');
  if (!tab) return;
  const tabs = tabsOf(event.currentTarget as Element);
  const at = tabs.indexOf(tab);
  const to = {
    ArrowRight: tabs[(at + 1) % tabs.length],
    ArrowLeft: tabs.at(at - 1),
    Home: tabs[0],
    End: tabs.at(-1),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  to.focus();
  choose(to, groups);
}
