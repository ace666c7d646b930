// The parts of the start page that only a development machine has: the first request, which the page sends at a press, what
// `npm start` runs and where, and the addresses of the simulator.
import { SIMULATOR_OUTCOMES } from '../../../shared/contract/emails/simulator-outcomes.ts';
import { firstRequestFor } from '../../../shared/contract/site/first-request.ts';
import type { Config } from '../../../shared/platform/config/config.ts';
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { basePathOf } from '../appearance/page.ts';
import type { DevelopmentFacts } from '../reader/development-facts.ts';
import { baseUrlOf, developmentValuesOf } from '../reader/reader-values.ts';

/** @param isFilled sending is what most people want to do */
export function firstRequestSection(
  config: Config,
  facts: DevelopmentFacts,
  { isFilled }: { isFilled: boolean },
): string {
  const { command, mail } = firstRequestFor(developmentValuesOf(facts, baseUrlOf(config)));
  const data = {
    base: basePathOf(config.publicUrl),
    key: facts.apiKey,
    mail,
    inbox: facts.inboxUrl,
  };
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escapeAttribute(value)}"`);
  return `<section aria-labelledby="first"><h2 id="first">Send your first email</h2>
<p>Use the API key of this machine, from a terminal or from this page.</p>
<pre id="first-request" tabindex="0" aria-label="The first request"><code>${escapeHtml(command)}</code></pre>
<p class="acts" hidden><button type="button" id="send"${isFilled ? ' class="filled"' : ''} ${attributes.join(' ')}>Send from here</button>
<button type="button" data-copies="first-request">Copy</button></p>
<div id="answer" hidden><p id="outcome" role="status"></p><pre tabindex="0" aria-label="The answer"><code></code></pre></div></section>`;
}

/** The parts that `npm start` runs: it restarts a part that ends, and its announcement ends with it. */
export function whatRunsSection(config: Config, facts: DevelopmentFacts): string {
  const base = escapeAttribute(basePathOf(config.publicUrl));
  const { inboxUrl, dnsUrl, inboundSmtp, submissionSmtp, domain, dnsServer } = facts;
  const backend = config.redisUrl === undefined ? 'Postgres' : 'Redis';
  const rows = [
    link(`${base}/app`, 'Dashboard', 'emails, contacts and domains; the terminal shows a sign-in link'),
    link(escapeAttribute(inboxUrl), 'Inbox', 'every mail that this server sends'),
    link(escapeAttribute(dnsUrl), 'DNS', `DNS records of domains without the internet, at ${dnsServer}`),
    link(
      `${base}/ops/queues`,
      'Queues',
      `pending work in ${backend}; the terminal shows a link that opens them`,
    ),
    link(`${base}/docs`, 'Documentation', 'guides, every operation, every error'),
    plain('API', baseUrlOf(config), 'accepts requests from programs'),
    plain('SMTP', addressOf(submissionSmtp), 'accepts mail from programs; the password is the API key'),
    plain('Receiving', addressOf(inboundSmtp), `receives mail for ${domain}`),
  ];
  return `<section aria-labelledby="runs"><h2 id="runs">What runs here</h2>
<ul class="links">${rows.join('\n')}</ul></section>`;
}

/** @param url as in an attribute */
function link(url: string, name: string, sentence: string): string {
  return `<li><a href="${url}">${name}</a><span>${escapeHtml(sentence)}</span></li>`;
}

function plain(name: string, address: string, sentence: string): string {
  return `<li><b>${name}</b><span><code>${escapeHtml(address)}</code> ${escapeHtml(sentence)}</span></li>`;
}

const addressOf = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;

/** The addresses of the simulator, each with what happens to a mail to it. */
export function outcomesSection({ simulatorDomains: [domain] }: Config): string {
  const rows = SIMULATOR_OUTCOMES.map(({ id, meaning }) => {
    const address = escapeHtml(`${id}@${domain}`);
    return `<li><code id="to-${id}">${address}</code><span>${escapeHtml(meaning)}</span>
<button type="button" class="quiet" data-copies="to-${id}" aria-describedby="to-${id}" hidden>Copy</button></li>`;
  });
  return `<section aria-labelledby="outcomes"><h2 id="outcomes">Try every outcome</h2>
<p>Mail to these addresses is never sent. Each address simulates the outcome in its name.</p>
<ul class="links outcomes">${rows.join('\n')}</ul></section>`;
}
