// The bar at the top of every page without the dashboard's components: the mark, which leads to the start page, and the
// links to the places of this server. Plain HTML without a script; appearance.css has its rules. Pages with a frame of their
// own (the start page, the documentation) include it there.
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';

/** The drawing of shared/contract/appearance/icon.svg, in the colour of the text around it. */
const MARK = `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"
stroke-linejoin="round" aria-hidden="true"><circle cx="12.5" cy="14" r="8"/><path d="M2.5 22h19M2.5 19.7v4.6"/>
<path fill="currentColor" d="M20.5 20.3L29.5 15v14l-9-5.3z"/></svg>`;

/** The place of a page; its link is marked by `aria-current`. */
export type BarPlace = 'start' | 'dashboard' | 'documentation';

/** The contents of a bar. */
export interface Bar {
  /** The path of PUBLIC_URL, without a slash at its end; `''` if it has none. */
  base: string;
  current?: BarPlace | undefined;
  /** HTML at the end of the bar: a field for search. */
  end?: string;
}

const LINKS = [
  { path: '/app', label: 'Dashboard', place: 'dashboard' },
  { path: '/docs', label: 'Documentation', place: 'documentation' },
] as const;

/** The bar, as HTML. */
export function barHtml({ base, current, end = '' }: Bar): string {
  const items = LINKS.map(
    ({ path, label, place }) =>
      `<a href="${escapeAttribute(base + path)}"${currentOf(place, current)}>${label}</a>`,
  );
  return `<header class="bar"><div class="bar-row">
<a class="brand" href="${escapeAttribute(`${base}/`)}"${currentOf('start', current)}>${MARK}<span>Posthorn</span></a>
<nav class="bar-links" aria-label="Posthorn">${items.join('\n')}</nav>${end}
</div></header>`;
}

function currentOf(place: BarPlace, current: BarPlace | undefined): string {
  return place === current ? ' aria-current="page"' : '';
}
