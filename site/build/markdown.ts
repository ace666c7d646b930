// Turns a document into the content of a page. What goes beyond Markdown: headings get the anchors that GitHub gives
// them (`{#anchor}` at their end names another), fences that follow each other with different labels are one group of
// tabs, values of code are marked (shared/contract/site/values.ts), and a rule of the reference names its test. Raw HTML
// is shown as text.
import MarkdownIt, { type Token } from 'markdown-it';
import { markAddresses, markValues } from '../../shared/contract/site/values.ts';
import { escapeAttribute, escapeHtml } from '../../shared/platform/security/escape-html.ts';
import { highlight } from './highlight.ts';
import { testCommand } from './reference/rules.ts';
import { createAnchors } from './slug.ts';
import { ANSWER, CLOSE_TABS, openTabs, panelId, wordsOfLabel } from './tabs.ts';

/** A heading below the title. */
export interface PageHeading {
  level: number;
  anchor: string;
  text: string;
  /** What stands below it, up to the next heading of `headings`, without marks and code. */
  body: string;
}

/** The content of a page. */
export interface PageContent {
  title: string;
  /** The first paragraph, as plain text. */
  lead: string;
  /** What stands above the first heading. */
  opening: string;
  headings: PageHeading[];
  /** Without the title. */
  html: string;
}

/** What a document is turned with. */
export interface MarkdownOptions {
  /** @returns where a link leads; undefined: nowhere on these pages, so it is shown as text */
  resolve(target: string): string | undefined;
  /** The anchor of a bullet that is a rule, and the file of its test if it is there; undefined: it is none. */
  ruleOf?(rule: string): { anchor: string; file?: string | undefined } | undefined;
}

const EXPLICIT_ANCHOR = / \{#(?<anchor>[\w-]+)\}$/;

/** Turns a document. */
export function renderMarkdown(text: string, options: MarkdownOptions): PageContent {
  const markdown = new MarkdownIt({ html: false });
  const tokens = markdown.parse(text, {});
  const headings = takeHeadings(tokens);
  followLinks(tokens, options);
  if (options.ruleOf) markRules(tokens, options.ruleOf);
  const title = headings.shift();
  const body = withoutTitle(tokens);
  groupFences(body);
  Object.assign(markdown.renderer.rules, RULES);
  return {
    title: title?.text ?? '',
    lead: leadOf(body),
    opening: textFrom(body, 0),
    headings: headings.filter(({ level }) => level <= 3),
    html: markdown.renderer.render(body, markdown.options, {}),
  };
}

/** Gives the headings their anchors. */
function takeHeadings(tokens: readonly Token[]): PageHeading[] {
  const anchorOf = createAnchors();
  return tokens.flatMap((token, at) => {
    const inline = tokens[at + 1];
    if (token.type !== 'heading_open' || !inline) return [];
    const { anchor } = EXPLICIT_ANCHOR.exec(inline.content)?.groups ?? {};
    const last = inline.children?.at(-1);
    if (anchor !== undefined && last) last.content = last.content.replace(EXPLICIT_ANCHOR, '');
    const text = plainText(inline);
    const heading = {
      level: Number(token.tag.slice(1)),
      anchor: anchor ?? anchorOf(text),
      text,
      body: textFrom(tokens, at + 3),
    };
    token.attrSet('id', heading.anchor);
    return [heading];
  });
}

/** The text of an inline token, without its marks. */
function plainText({ children }: Token): string {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('')
    .trim();
}

/** A name such as `RESEND_BASE_URL` or `max_fails`, which a section may have in its code alone. */
const NAME_IN_CODE = /\b[a-z]+(?:[_-][a-z]+)+\b/gi;

/** The text from a token to the next heading that the contents of a page name, and then the names in its code. */
function textFrom(tokens: readonly Token[], from: number): string {
  const end = tokens.findIndex(({ type, tag }, at) => at >= from && type === 'heading_open' && tag <= 'h3');
  const parts = tokens.slice(from, end < 0 ? undefined : end);
  const texts = parts.filter(({ type }) => type === 'inline').map(plainText);
  const names = parts.flatMap(
    ({ type, content }) => (type === 'fence' ? content.match(NAME_IN_CODE) : []) ?? [],
  );
  return [...texts, ...names].join(' ');
}

function followLinks(tokens: readonly Token[], { resolve }: MarkdownOptions): void {
  for (const { children } of tokens) {
    for (const [at, token] of (children ?? []).entries()) {
      if (token.type === 'link_open') followLink(children ?? [], at, resolve);
    }
  }
}

function followLink(siblings: readonly Token[], at: number, resolve: MarkdownOptions['resolve']): void {
  const opening = siblings[at];
  const href = resolve(String(opening?.attrGet('href')));
  if (href !== undefined) {
    opening?.attrSet('href', href);
    return;
  }
  // Links are not nested, so the next end is its own.
  const closing = siblings.find((other, place) => place > at && other.type === 'link_close');
  for (const part of [opening, closing]) if (part) Object.assign(part, { type: 'text', content: '' });
}

/** A rule, and the file of its test. */
interface RuleProof {
  rule: string;
  file: string;
}

/** Marks the bullets that are rules; a rule is the first line of a bullet, what follows explains it. */
function markRules(tokens: readonly Token[], ruleOf: NonNullable<MarkdownOptions['ruleOf']>): void {
  for (const [at, token] of tokens.entries()) {
    const inline = tokens[at + 2];
    if (token.type !== 'list_item_open' || inline?.type !== 'inline') continue;
    const [rule = ''] = inline.content.split('\n');
    const { anchor, file } = ruleOf(rule) ?? {};
    if (anchor === undefined) continue;
    token.attrSet('id', anchor);
    token.attrSet('class', 'rule');
    if (file !== undefined) token.meta = { rule, file } satisfies RuleProof;
  }
}

function withoutTitle(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex(({ type, tag }) => type === 'heading_close' && tag === 'h1');
  return tokens.slice(end + 1);
}

function leadOf(tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const inline = tokens[at + 1];
  return inline ? plainText(inline) : '';
}

/** A fence of a group, and the HTML before and after it. */
interface GroupedFence {
  group: string;
  before: string;
  after: string;
}

/** Puts the fences that are one step in several languages into one group. */
function groupFences(tokens: readonly Token[]): void {
  let count = 0;
  for (const [at, token] of tokens.entries()) {
    const isFirst = !isTab(tokens[at - 1]);
    const isLast = !isTab(tokens[at + 1]);
    if (!isTab(token) || (isFirst && isLast)) continue;
    if (isFirst) count += 1;
    const group = `code-${count}`;
    const before = isFirst ? openTabs(group, labelsFrom(tokens, at)) : '';
    token.meta = { group, before, after: isLast ? CLOSE_TABS : '' } satisfies GroupedFence;
  }
}

function labelsFrom(tokens: readonly Token[], at: number): string[] {
  const end = tokens.findIndex((token, place) => place > at && !isTab(token));
  return tokens.slice(at, end < 0 ? undefined : end).map((token) => labelOf(token) ?? '');
}

/** A fence with a label, which is no answer. */
function isTab(token: Token | undefined): boolean {
  if (token?.type !== 'fence') return false;
  const label = labelOf(token);
  return label !== undefined && label !== ANSWER;
}

function labelOf({ info }: Token): string | undefined {
  return info.trim().split(/\s+/)[1];
}

function renderFence(token: Token): string {
  const [language = ''] = token.info.trim().split(/\s+/);
  const label = labelOf(token);
  const code = highlight(markValues(token.content.replace(/\n$/, '')), language);
  const words = label === undefined ? '' : wordsOfLabel(label);
  const caption = words === '' ? '' : `<figcaption>${escapeHtml(words)}</figcaption>`;
  const { group, before = '', after = '' }: Partial<GroupedFence> = token.meta ?? {};
  const panel =
    group !== undefined && label !== undefined
      ? ` id="${panelId(group, label)}" role="tabpanel" aria-labelledby="${panelId(group, label)}-tab"`
      : '';
  const data = label === undefined ? '' : ` data-label="${escapeAttribute(label)}"`;
  const name = escapeAttribute(words === '' ? 'Code' : words);
  // It scrolls in its own frame, also by keys.
  return `${before}<figure class="code"${data}${panel}>${caption}<pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre></figure>\n${after}`;
}

type Rules = Partial<InstanceType<typeof MarkdownIt>['renderer']['rules']>;

const RULES: Rules = {
  fence: (tokens, at) => renderFence(tokens[at] as Token),
  code_inline: (tokens, at) => `<code>${escapeHtml(markAddresses(tokens[at]?.content ?? ''))}</code>`,
  code_block: (tokens, at) => renderFence(Object.assign(tokens[at] as Token, { info: '' })),
  table_open: () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n',
  table_close: () => '</table></div>\n',
  list_item_close: (tokens, at) => {
    const proof = openingOf(tokens, at)?.meta as RuleProof | null | undefined;
    return `${proof ? proofHtml(proof) : ''}</li>\n`;
  },
};

function openingOf(tokens: readonly Token[], at: number): Token | undefined {
  const level = tokens[at]?.level;
  return tokens.slice(0, at).findLast((token) => token.type === 'list_item_open' && token.level === level);
}

/** How to run the test of a rule. */
function proofHtml({ rule, file }: RuleProof): string {
  const command = testCommand(rule, file);
  return `<details class="proof"><summary>Its test</summary><pre tabindex="0"><code>${escapeHtml(command)}</code></pre></details>`;
}
