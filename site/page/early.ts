// Runs before anything is drawn, so that nothing moves: the language in which the reader has last read snippets. Without a
// script all languages are shown one below the other.
const root = document.documentElement;
root.classList.add('scripted');
try {
  const language = localStorage.getItem('posthorn_language');
  if (language !== null) root.dataset['language'] = language;
} catch {
  // The browser keeps nothing for this page: the first language is shown.
}
