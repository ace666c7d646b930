// A button at each snippet that copies it, as it is shown: with the values of the reader.

const SHOWN_MS = 2_000;

/** Adds the buttons. */
export function startCopying(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.code')) figure.append(createButton(figure));
}

function createButton(figure: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const text = figure.querySelector('code')?.textContent ?? '';
    copy(text).then(
      () => say(button, 'Copied'),
      () => select(figure),
    );
  });
  return button;
}

/** @throws when there is no clipboard: without TLS a browser has one on this machine only */
async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

function say(button: HTMLElement, words: string): void {
  button.textContent = words;
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SHOWN_MS);
}

/** The reader copies what is selected. */
function select(figure: HTMLElement): void {
  const code = figure.querySelector('code');
  if (code) getSelection()?.selectAllChildren(code);
}
