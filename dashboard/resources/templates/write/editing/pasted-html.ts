// Pasted html, before ProseMirror parses it: only elements that it may read, with the attributes that say something to it. An
// event handler or a script would do nothing, but the browser would report each to the policy of the page.

const COMMENTS = /<!(?:--[\s\S]*?(?:-->|$)|[^>]*>)|<\?[^>]*>/g;
/** Elements whose content is not text. */
const WITHOUT_TEXT =
  /<(script|style|template|iframe|object|svg|math|title|xml|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|</gi;
const ATTRIBUTE = /([a-z][a-z0-9-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/gi;
const KEPT = /^(?:href|src|alt|width|start|data-[a-z-]+)$/;
/**
 * Google Docs marks bold text with styles, and puts everything into a `b` that is not bold. The policy of the page
 * hides styles.
 */
const STYLES: readonly (readonly [style: RegExp, mark: string])[] = [
  [/font-weight:\s*(?:normal|400)/i, ' data-plain=""'],
  [/font-weight:\s*(?:bold|[6-9]00)/i, ' data-bold=""'],
  [/font-style:\s*italic/i, ' data-italic=""'],
];

/** Cleans the pasted html that is parsed. */
export function cleanPastedHtml(html: string): string {
  return html
    .replace(COMMENTS, '')
    .replace(WITHOUT_TEXT, '')
    .replace(TAG, (tag, slash?: string, name?: string, attributes = '') =>
      name === undefined ? tag.replace('<', '&lt;') : `<${slash}${name}${keptAttributes(attributes)}>`,
    );
}

function keptAttributes(attributes: string): string {
  return [...attributes.matchAll(ATTRIBUTE)]
    .map(([, name = '', double, single, bare]) => {
      const value = double ?? single ?? bare ?? '';
      if (/^style$/i.test(name))
        return STYLES.map(([style, mark]) => (style.test(value) ? mark : '')).join('');
      return KEPT.test(name.toLowerCase()) ? ` ${name}="${value.replaceAll('"', '&quot;')}"` : '';
    })
    .join('');
}
