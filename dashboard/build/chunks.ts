// Which chunk a module is in that several others of the dashboard need. The first drawing of a list loads three scripts:
// the entry, `frame` and the page. What needs React Aria is in `aria`, which nothing of the first drawing imports, but for
// what only `ComboBox` needs of it; what records, forms and the other pages share is in `parts`; what those of
// one resource share, or few of them have, is in a chunk of its own.
import path from 'node:path';

const DASHBOARD = path.resolve(import.meta.dirname, '..');
const ENTRY = path.join(DASHBOARD, 'main.tsx');
/** Whatever imports it is the page of a list. */
const LIST_PAGE = path.join(DASHBOARD, 'lists/list-page.tsx');
/** Few dialogs have it, and React Aria has much that is only for it. */
const COMBO_BOX = path.join(DASHBOARD, 'design/fields/combo/combo-box.tsx');
const ARIA = /\/node_modules\/(@?react-(aria|stately)|@internationalized|clsx)\b/;

/** The modules that only the records and dialogs of one resource share. */
const RESOURCE = /\/dashboard\/resources\/([a-z-]+)\//;
/** Modules of a few pages are not in the shared chunks: fields that read words, and comparisons of texts. */
const OF_FEW: readonly (readonly [chunk: string, modules: RegExp])[] = [
  ['moment', /\/dashboard\/(design\/fields\/moment\/.*\.tsx?|format\/(typed-moment|zoned-time)\.ts)$/],
  ['difference', /\/node_modules\/diff\/|\/dashboard\/format\/compared-runs\.ts$/],
  // What draws rules needs React Aria, and what says them does not.
  ['rule-tree', /\/dashboard\/rules\/(.*\.tsx|use-tree\.ts)$/],
  // They alone read several records at once.
  ['rules', /\/dashboard\/rules\/.*\.ts$|\/@tanstack\/.*\/(queriesObserver|useQueries)\.js$/],
  // With the names of all commands.
  ['copied-call', /\/dashboard\/(copy-as\/copied-call|api\/generated\/commands)\.ts$/],
  // A payload and the fields of every event.
  ['sample-payloads', /\/dashboard\/api\/generated\/sample-payloads\.ts$/],
  // The editor of code is as large as all of a list.
  ['code-editor', /\/node_modules\/(codemirror|@codemirror|@lezer|style-mod|crelt|w3c-keyname|@marijn)\//],
  ['segment-field', /\/dashboard\/audience\/segment-field\.tsx$/],
  ['contact-field', /\/dashboard\/audience\/contact-field\.tsx$/],
];

/** The facts of the bundler about a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/**
 * Makes V8 compile all functions of a script at once, while it is loaded and next to the main thread; otherwise it would
 * parse them twice and compile each when it is called (17 of the 147 ms of CPU until the first row).
 */
export const CALLED_ON_LOAD = '//# allFunctionsCalledOnLoad\n';

/** @param name of a chunk */
export function isOfFirstDrawing(name: string): boolean {
  return name === 'index' || name === 'frame' || name.endsWith('-page');
}

/** @returns names the chunk of a shared module */
export function createChunks(): (id: string, modules: Modules) => string {
  const aria = new Map<string, boolean>();
  const combo = new Map([[COMBO_BOX, true]]);
  let first: Set<string> | undefined;
  return (id, modules) => {
    if (areImportersIn(combo, id, modules)) return 'combo-box';
    const ofFew = OF_FEW.find(([, modules]) => modules.test(id));
    if (ofFew) return ofFew[0];
    first ??= findFirstDrawing(modules);
    if (first.has(id)) return 'frame';
    const [, resource] = RESOURCE.exec(id) ?? [];
    if (resource !== undefined) return `${resource}-parts`;
    return needsAria(id, modules, aria) ? 'aria' : 'parts';
  };
}

/** Itself, or by what it imports; what it loads later does not count. */
function needsAria(id: string, modules: Modules, known: Map<string, boolean>): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, ARIA.test(id));
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  const needs = ARIA.test(id) || imported.some((each) => needsAria(each, modules, known));
  known.set(id, needs);
  return needs;
}

/** Whether a module is imported by known ones only, or by such as are. */
function areImportersIn(known: Map<string, boolean>, id: string, modules: Modules): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  // Modules that import each other are not included, unless another import reaches them.
  known.set(id, false);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  const are = importers.length > 0 && importers.every((each) => areImportersIn(known, each, modules));
  known.set(id, are);
  return are;
}

/** All that the entry and the pages of lists import. */
function findFirstDrawing(modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [ENTRY, ...(modules.getModuleInfo(LIST_PAGE)?.importers ?? [])];
  for (const id of waiting) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
