// The search: a dialog that the button or `/` opens. Its index, and the script that reads it, are loaded when it is opened
// for the first time. What is found is shown as text, so a question cannot become markup.
import type { SearchKind } from '../../shared/contract/site/search-line.ts';
import type { FoundLine, ReadIndex } from './found-lines.ts';

const SHOWN_MAX = 20;
const KIND_WORDS: Readonly<Record<SearchKind, string>> = {
  error: 'Error',
  field: 'Field',
  guide: 'Guide',
  operation: 'Operation',
  page: 'Page',
  rule: 'Rules',
};

/** Makes the search of the page work. */
export function startSearch(): void {
  const opener = document.querySelector<HTMLElement>('[data-search-index]');
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search');
  if (!opener || !dialog) return;
  const { searchIndex = '', searchScript = '' } = opener.dataset;
  const open = createDialog(dialog, () => loadIndex(searchIndex, searchScript));
  opener.addEventListener('click', open);
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
}

function createDialog(dialog: HTMLDialogElement, load: () => Promise<ReadIndex>): () => void {
  const input = dialog.querySelector('input') as HTMLInputElement;
  const list = dialog.querySelector('ul') as HTMLElement;
  const status = dialog.querySelector('[role="status"]') as HTMLElement;
  let loading: Promise<ReadIndex> | undefined;
  const look = async () => {
    loading ??= load();
    try {
      show(await loading, input.value, { list, status });
    } catch {
      loading = undefined;
      status.textContent = 'The search could not be loaded. Is the server running?';
    }
  };
  input.addEventListener('input', look);
  dialog.addEventListener('keydown', (event) => moveInList(event, input, list));
  // A press outside of the dialog is one on the dialog itself: its form fills it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    look().catch(() => {});
  };
}

/** @param script of found-lines.ts. Vite would load one that it knows by way of scripts of the dashboard. */
async function loadIndex(url: string, script: string): Promise<ReadIndex> {
  const reading: Promise<typeof import('./found-lines.ts')> = import(/* @vite-ignore */ script);
  const [answer, { readIndex }] = await Promise.all([fetch(url), reading]);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}.`);
  return readIndex(await answer.json());
}

function show(
  { find, guides }: ReadIndex,
  question: string,
  { list, status }: { list: HTMLElement; status: HTMLElement },
): void {
  const found = find(question, SHOWN_MAX);
  const isAsked = question.trim() !== '';
  list.replaceChildren(...(found.length === 0 && isAsked ? guides : found).map(createItem));
  if (!isAsked) status.textContent = 'Search texts, operations, fields and errors.';
  else if (found.length === 0) status.textContent = 'No results. Try one of the guides:';
  else status.textContent = found.length < SHOWN_MAX ? `${found.length} found` : `First ${SHOWN_MAX} results`;
}

function createItem([[kind, title, path, words], page]: FoundLine): HTMLElement {
  const link = document.createElement('a');
  link.href = `${document.body.dataset['base'] ?? ''}${path}`;
  link.append(
    textIn('small', page === undefined ? KIND_WORDS[kind] : `${KIND_WORDS[kind]}: ${page}`),
    textIn('span', title),
    textIn('small', words),
  );
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function textIn(element: string, text: string): HTMLElement {
  const made = document.createElement(element);
  made.textContent = text;
  return made;
}

/** Arrows move between the field and what was found; Enter in the field opens the first. */
function moveInList(event: KeyboardEvent, input: HTMLElement, list: HTMLElement): void {
  const links = [...list.querySelectorAll<HTMLElement>('a')];
  const all = [input, ...links];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault();
    links[0]?.click();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || at < 0) return;
  event.preventDefault();
  all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
}
