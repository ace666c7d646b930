// Tabs as in the ARIA Authoring Practices: one stop for the Tab key, arrow keys move between the tabs.
import { element } from './dom.js';

/**
 * Creates tabs. A tab is `{name, label, render}`; `render` creates the content of its panel when it is first shown.
 * `onShow` is called with the name of the shown tab.
 */
export function createTabs({ tabs, label, shown, onShow }) {
  const buttons = tabs.map((tab) => createTabButton(tab));
  const panels = tabs.map((tab) => createPanel(tab));
  const tablist = element('div', { className: 'tablist', role: 'tablist', 'aria-label': label }, ...buttons);

  const show = (index) => {
    for (const [position, panel] of panels.entries()) {
      const isShown = position === index;
      buttons[position].setAttribute('aria-selected', String(isShown));
      buttons[position].tabIndex = isShown ? 0 : -1;
      panel.hidden = !isShown;
    }
    if (!panels[index].hasChildNodes()) panels[index].append(tabs[index].render());
    onShow(tabs[index].name);
  };
  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => show(index));
  tablist.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    show(next);
    buttons[next].focus();
  });
  show(
    Math.max(
      0,
      tabs.findIndex((tab) => tab.name === shown),
    ),
  );
  return { tablist, panels };
}

function createTabButton({ name, label }) {
  const properties = { type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}` };
  return element('button', properties, label);
}

function createPanel({ name }) {
  return element('div', {
    className: `panel panel-${name}`,
    id: `panel-${name}`,
    role: 'tabpanel',
    'aria-labelledby': `tab-${name}`,
    tabIndex: 0,
  });
}
