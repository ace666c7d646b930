// Snippets of one step in several languages: which labels there are, and the group of tabs that their figures are in.
// Without a script the figures stand below each other, each with its caption; with one, site/page/tabs.ts makes the tabs
// work, and the styles show the language that the reader has chosen before anything is drawn.
import { escapeHtml } from '../../shared/platform/security/escape-html.ts';

/** The label of an answer: it is shown next to no other language. */
export const ANSWER = 'answer';

/** What labels are called on the page. */
const LABEL_WORDS: Readonly<Record<string, string>> = {
  [ANSWER]: 'Answer',
  cli: 'CLI',
  curl: 'curl',
  node: 'Node',
  php: 'PHP',
  playwright: 'Playwright',
  pytest: 'pytest',
  python: 'Python',
  ruby: 'Ruby',
  shell: 'Shell',
  vitest: 'Vitest',
};

/** What a label is called. */
export const wordsOfLabel = (label: string) => LABEL_WORDS[label] ?? label;

/** The beginning of a group. @param id of the group on its page */
export function openTabs(id: string, labels: readonly string[]): string {
  const tabs = labels.map(
    (label) =>
      `<button type="button" role="tab" id="${id}-${label}-tab" aria-controls="${panelId(id, label)}" data-label="${label}">${escapeHtml(wordsOfLabel(label))}</button>`,
  );
  return `<div class="tabs" id="${id}"><div class="tablist" role="tablist" aria-label="Language">${tabs.join('')}</div>\n`;
}

/** The end of a group. */
export const CLOSE_TABS = '</div>\n';

/** The id of a figure in a group. */
export const panelId = (group: string, label: string) => `${group}-${label}`;

/** Shows in each group the figure of the chosen language, or the first one where the group does not have it. */
export function stylesOfTabs(): string {
  const rules = Object.keys(LABEL_WORDS).map((label) => {
    const chosen = `.scripted[data-language="${label}"] .tabs:has(> [data-label="${label}"])`;
    return `${chosen} > .code:not([data-label="${label}"]) { display: none }
${chosen} > [data-label="${label}"] { display: block }`;
  });
  // Print has all of them.
  return ['@media screen {', '.scripted .tabs > .code ~ .code { display: none }', ...rules, '}'].join('\n');
}
