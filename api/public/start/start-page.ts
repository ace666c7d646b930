// The start page. On a development machine it says what runs and since when, shows the first request with the key of
// the machine and sends it at a press, and links to the next steps; elsewhere it links to the sign-in and the
// documentation, and says nothing about the service. All of it works without a script, except copying and sending
// (page/start.js).
import type { Config } from '../../../shared/platform/config/config.ts';
import { escapeAttribute } from '../../../shared/platform/security/escape-html.ts';
import { basePathOf } from '../appearance/page.ts';
import type { DevelopmentFacts } from '../reader/development-facts.ts';
import { baseUrlOf } from '../reader/reader-values.ts';
import { firstRequestSection, outcomesSection, whatRunsSection } from './development-sections.ts';

/** The values of a rendered page. */
export interface StartPage {
  config: Config;
  /** Undefined: the reader is not on the machine of `npm start`. */
  facts: DevelopmentFacts | undefined;
  /** Start of the process that answers. */
  startedAt: Date;
  /** Whether the browser may have a session, as far as its cookies say. */
  hasSession: boolean;
  /** The browser is led to the dashboard from `/`. */
  opensDashboard: boolean;
}

/** Renders the content of the page as HTML. */
export function startPageHtml(page: StartPage): string {
  const { facts, hasSession, opensDashboard } = page;
  return [
    ...(facts ? developmentParts(page, facts) : waysIn(page)),
    ...(hasSession || opensDashboard ? [choice(page)] : []),
  ].join('\n');
}

function developmentParts(page: StartPage, facts: DevelopmentFacts): string[] {
  const { config, startedAt, hasSession } = page;
  const base = escapeAttribute(basePathOf(config.publicUrl));
  return [
    '<h1>Posthorn is running</h1>',
    `<p>Since ${timeOf(startedAt)}, on this machine. No mail leaves it: the inbox catches all of it.</p>`,
    // A signed-in person wants the dashboard, a newcomer the first mail.
    hasSession
      ? `<p class="acts"><a class="button filled" href="${base}/app">Open the dashboard</a></p>`
      : '',
    firstRequestSection(config, facts, { isFilled: !hasSession }),
    whatRunsSection(config, facts),
    outcomesSection(config),
    nextSection(base),
  ];
}

/** A person who is not on the machine learns nothing about the service: not its version, nor since when it runs. */
function waysIn({ config, hasSession }: StartPage): string[] {
  const base = escapeAttribute(basePathOf(config.publicUrl));
  const hasMore = config.developmentFile !== undefined && config.environment !== 'production';
  return [
    '<h1>Posthorn</h1>',
    `<p class="acts"><a class="button filled" href="${base}/app">${hasSession ? 'Open the dashboard' : 'Sign in'}</a>
<a class="button" href="${base}/docs">Documentation</a></p>`,
    ...(hasMore ? [elsewhereNote(config)] : []),
  ];
}

function elsewhereNote(config: Config): string {
  const url = escapeAttribute(`${baseUrlOf(config)}/`);
  return `<p class="soft">On the machine where <code>npm start</code> runs, <a href="${url}">${url}</a> shows the first request
with its key.</p>`;
}

function nextSection(base: string): string {
  const link = ([path, title, sentence]: readonly [string, string, string]) =>
    `<li><a href="${base}${path}">${title}</a><span>${sentence}</span></li>`;
  return `<section aria-labelledby="next"><h2 id="next">What next?</h2>
<ul class="links">${NEXT.map(link).join('\n')}</ul></section>`;
}

/** The next steps, by the kind of reader. */
const NEXT = [
  [
    '/docs/guides/quick-start',
    'Send from my program',
    'curl, Node, Python, PHP, Ruby and the command line, in five minutes',
  ],
  ['/docs/guides/resend-sdk', 'Move from Resend', 'its SDK runs unchanged, with two environment variables'],
  ['/docs/guides/campaigns', 'Write to customers', 'contacts, a campaign, and its results'],
  [
    '/docs/guides/production',
    'Run it on a server',
    'from an empty machine to signed mail from your own domain',
  ],
  ['/docs/api', 'Look something up', 'every operation, with its fields, its limits and an example'],
] as const;

function choice({ config, opensDashboard }: StartPage): string {
  const base = escapeAttribute(basePathOf(config.publicUrl));
  const [sentence, button, value] = opensDashboard
    ? ['This browser opens the dashboard instead of this page.', 'Show this page first', 'start']
    : ['', 'Always open the dashboard', 'dashboard'];
  const undo = opensDashboard ? '' : `<p class="soft">To undo it, open <code>${base}/?start</code>.</p>`;
  return `<form class="opens" method="post" action="${base}/start">
${sentence && `<p>${sentence}</p>`}<button name="opens" value="${value}">${button}</button>${undo}</form>`;
}

/** Read in UTC without the script. */
function timeOf(moment: Date): string {
  const text = moment.toISOString().slice(0, 16).replace('T', ' ');
  return `<time datetime="${moment.toISOString()}">${text} UTC</time>`;
}
