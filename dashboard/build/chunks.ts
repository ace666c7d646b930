// Which chunk a module is in that several pages use. The first drawing of a list loads three scripts: the entry, `frame`
// and the page. What needs React Aria is in `aria`, which nothing of the first drawing imports.

/** What the bundler says about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Our parts and the libraries; what only one page uses is in the chunk of that page. */
export const SHARED =
  /\/dashboard\/(api|copy-as|design|format|lists|records|resources\/domains|shell)\/|\/node_modules\/|preload-helper/;
const ARIA = /\/node_modules\/(@?react-(aria|stately)|@internationalized|clsx)\b/;

/**
 * Has V8 compile all functions of a script at once, while it is loaded and next to the main thread; otherwise it would
 * parse them twice and compile each when it is called (17 of the 147 ms of CPU until the first row).
 */
export const CALLED_ON_LOAD = '//# allFunctionsCalledOnLoad\n';

/** Of a build; the modules and what they import do not change in it. */
const known = new Map<string, boolean>();

/** @returns the name of the chunk of a shared module */
export function chunkOf(id: string, modules: Modules): string {
  return needsAria(id, modules) ? 'aria' : 'frame';
}

/** @param name of a chunk */
export function isOfFirstDrawing(name: string): boolean {
  return name === 'index' || name === 'frame' || name.endsWith('-page');
}

/** Itself, or by what it imports; what it loads later does not count. */
function needsAria(id: string, modules: Modules): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, ARIA.test(id));
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  const needs = ARIA.test(id) || imported.some((each) => needsAria(each, modules));
  known.set(id, needs);
  return needs;
}
