// The page of a mail against the message that the mail server got: random templates and contacts, tracking on. Both are equal
// but for the pixel, and for tracked links, which lead to the targets that the page has.
import { expect } from 'chai';
import fc, { type Arbitrary } from 'fast-check';
import { simpleParser } from 'mailparser';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { toMessageDocument } from '../../../shared/mail/html/message-document.ts';
import { trackHtml } from '../../../shared/mail/tracking/tracked-html.ts';
import type { TrackedLink } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { findWebVersion } from '../../../shared/resources/flows/web-version/find.ts';
import { createCampaignContents } from '../../../shared/resources/messaging/campaign-contents/compiled-contents.ts';
import { renderWithoutBody } from '../../../shared/resources/messaging/campaign-contents/render-campaign.ts';
import type { NewEmail } from '../../../shared/resources/messaging/emails/email.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { TEMPLATE_DATA } from '../../shared/mail/templates/support/random-expressions.ts';
import { TEMPLATE_SOURCE } from '../../shared/mail/templates/support/random-templates.ts';
import { CONTACT } from '../../shared/mail/templates/support/render-source.ts';
import { linkedDocument } from '../../shared/mail/tracking/support/linked-document.ts';
import { mailboxes, newEmail } from '../../shared/resources/messaging/emails/accept/new-email.ts';
import { useApp } from '../../support/api/app.ts';
import { extent, SEED } from '../../support/extent.ts';
import { createCampaign, createCampaignRecipient } from '../../support/factories/campaign-factories.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/work/worker.ts';
import { sendEntry } from '../../workers/send/support/use-sending.ts';
import { workerConfig } from '../../workers/support/started-worker.ts';

const MAILS = extent('WEB_VERSION_MAILS', 200, 2_000);
const AT_ONCE = 100;
/** Fewer than an account may have awake: nothing wakes the others here. */
const ACCEPTED_AT_ONCE = 1_000;
const LINKS =
  '<a href="{{{WEB_VERSION_URL}}}">web</a> <a href="{{{UNSUBSCRIBE_URL}}}">leave</a> <a href="https://shop.test/?a=1&amp;b=2">shop</a>';
const VALUES = ['t', 's', 'n', 'f', 'yes', 'date', 'words', 'nums', 'mixed', 'rows', 'obj', 'any'];
/** The random template reads its values from the properties of the contact. */
const ASSIGNS = VALUES.map((name) => `{% assign ${name} = contact.properties.${name} %}`).join('');
const CASES = fc.record({ source: TEMPLATE_SOURCE, document: linkedDocument, properties: TEMPLATE_DATA });
const BASE = '<base target="_blank">';
const BOTH = { opens: true, clicks: true };
const OWN = /http:\/\/localhost:\d+\/(view|unsubscribe|preferences)\/((?:(?!http:)[\w-])+)/g;
const TRACKED = /http:\/\/localhost:\d+\/c\/((?:(?!http:)[\w-])+)/g;
const PIXEL = /<img src="\S+\/o\/[\w-]+" width="1" height="1" alt="" style="[^"]*">/;

const portionsOf = <Value>(values: readonly Value[], size: number) =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );

type RandomMail = typeof CASES extends Arbitrary<infer Value> ? Value : never;

describe('The page of a mail', function () {
  // A long run shows many more mails.
  this.timeout(400_000);
  let sink: SmtpSink;
  let worker: WorkerDeps;
  let job: ReturnType<typeof sendEntry.open>;
  // Mocha runs `after` hooks in the order of their definition: the database of the application ends last.
  after(async () => {
    await job.drain?.();
    await closeWorkerDeps(worker);
    await sink.stop();
  });
  const app = useApp();
  let sender: { accountId: string; domain: { id: string; name: string } };
  before(async () => {
    sink = await startSmtpSink();
    const { databaseUrl, publicUrl } = app.deps.config;
    const made = await createWorkerDeps({ databaseUrl, redisUrl: undefined }, { clock: app.clock });
    const config = { ...workerConfig(databaseUrl, { SMTP_URL: sink.url }), publicUrl };
    worker = { ...made, config };
    job = sendEntry.open(worker);
    const { id: accountId } = await createAccount(app.pool);
    sender = { accountId, domain: await createDomain(app.pool, accountId) };
  });
  beforeEach(() => sink.clear());

  /** Sends emails. @returns what each address got */
  const send = async (mails: readonly Partial<NewEmail>[]) => {
    const { acceptor, ids, clock } = app.deps;
    const emails = mails.map((mail) =>
      newEmail(ids, sender, { createdAt: clock.now(), tracking: BOTH, ...mail }),
    );
    let recipients = 0;
    for (const accepted of portionsOf(emails, ACCEPTED_AT_ONCE)) {
      await Promise.all(accepted.map((email) => acceptor.accept(email)));
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT id FROM email_recipients WHERE email_id = ANY($1::uuid[])',
        [accepted.map(({ id }) => id)],
      );
      for (const claimed of portionsOf(rows, AT_ONCE))
        await job.handle({ ids: claimed.map(({ id }) => id) }, worker);
      recipients += rows.length;
    }
    const messages = await sink.waitFor(recipients);
    return new Map(
      await Promise.all(
        messages.map(async ({ raw, to }) => {
          const { html, text = '' } = await simpleParser(raw);
          return [to[0] ?? '', { html: html || '', text }] as const;
        }),
      ),
    );
  };
  /** The mail of a campaign with a random template to a random contact; undefined: it cannot be rendered. */
  const release = async (
    { source, document, properties }: RandomMail,
    address: string,
  ): Promise<Partial<NewEmail> | undefined> => {
    const { pool, clock } = app;
    const { accountId } = sender;
    const campaign = await createCampaign(pool, accountId, {
      // The API takes no NUL.
      html: `${ASSIGNS}${source}${LINKS}${document}`.replaceAll('\0', ''),
    });
    try {
      const content = await createCampaignContents(pool, new FairTurns()).get(accountId, campaign.contentId);
      const contact = { ...CONTACT, email: address, properties };
      const { data, bytes } = renderWithoutBody(content, { contact, now: clock.now() });
      const contactId = await createCampaignRecipient(pool, campaign, { state: 'released' });
      return {
        html: null,
        text: null,
        source: 'campaign',
        to: mailboxes(address),
        campaign: { campaignId: campaign.id, dispatchId: campaign.dispatchId, contactId },
        rendered: { sourceId: campaign.contentId, data, bytes },
      };
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  };
  const pathOf = (html: string) =>
    new URL(/href="([^"]*\/view\/[\w-]+)"/.exec(html)?.[1] ?? expect.fail(html)).pathname;
  const show = async (path: string) => (await app.bare().get(path).expect(200)).text;
  /** Each link has a token of its own, of which what it opens to matters. */
  const opened = (html: string) =>
    html.replace(/\r\n?/g, '\n').replace(OWN, (_, page: string, token: string) => {
      const { webVersions, preferences } = app.deps;
      const target = page === 'view' ? webVersions.open(token) : preferences.open(token);
      return `{{{${page}${encodeURIComponent(JSON.stringify(target))}}}}`;
    });
  const name = ({ number, target }: TrackedLink) => `${number} ${target}`;
  /** Numbers the links of a page as tracking does. */
  const numbered = async (html: string) => {
    const plan = {
      opens: false,
      clicks: true,
      previewText: undefined,
      ownLinks: [],
      isUntracked: () => false,
    };
    const write = await trackHtml(html, plan);
    return write ? await write({ pixel: () => '', link: name, own: {} }) : html;
  };
  /** The html that a page is the document of. */
  const make = async (path: string) => {
    const { webVersions, pollLinks, preferences: links, trackingTokens, config } = app.deps;
    const messageLinks = {
      links,
      pollLinks,
      webVersions,
      trackingUrls: createTrackingUrls(config.publicUrl, trackingTokens),
    };
    const target = webVersions.open(path.split('/').at(-1) ?? '');
    if (!target || !('emailId' in target)) return expect.fail(path);
    const found = await findWebVersion({ ...app.deps, messageLinks }, target);
    return typeof found === 'string' ? found : (found.html ?? '');
  };
  const documentOf = (html: string) => toMessageDocument(html, [], 0).slice(BASE.length);
  const withoutTracking = (html: string) =>
    html.replace(PIXEL, '').replace(TRACKED, (url, token: string) => {
      const { link } = app.deps.trackingTokens.open(token) ?? {};
      return link ? name(link) : url;
    });

  it('Shows what the inbox of the recipient holds, without the pixel and with links that are not tracked.', async () => {
    const mails: Partial<NewEmail>[] = [];
    for (const random of fc.sample(CASES, { numRuns: 2 * MAILS, seed: SEED })) {
      const mail = await release(random, `p${mails.length}@customer.dev`);
      if (mail) mails.push(mail);
      if (mails.length === MAILS) break;
    }
    expect(mails).to.have.length(MAILS);
    const inbox = await send(mails);
    expect(inbox.size).to.equal(MAILS);
    for (const [address, { html }] of inbox) {
      expect(html, address).to.match(TRACKED).and.match(PIXEL);
      const page = await show(`${pathOf(html)}?images=1`);
      const shown = page.slice(page.indexOf(BASE) + BASE.length);
      const made = await make(pathOf(html));
      expect(opened(shown), address).to.equal(opened(documentOf(made)));
      const sent = opened(withoutTracking(html)).trimEnd();
      expect((await numbered(opened(made))).trimEnd(), address).to.equal(sent);
    }
  });

  it('Replaces `{{{WEB_VERSION_URL}}}` in html and text of mail with a template and of campaigns by a link of its own for each recipient.', async () => {
    const contents = { html: `<p>Hi {{{WEB_VERSION_URL|x}}}</p>`, text: 'Open {{{ WEB_VERSION_URL }}}.\n' };
    const people = {
      to: mailboxes('bo@customer.dev', 'Cy <Cy@customer.dev>'),
      bcc: mailboxes('di@customer.dev'),
    };
    const inbox = await send([
      { ...contents, ...people, templateId: app.deps.ids.next(), previewText: 'Soon <3' },
    ]);
    expect([...inbox.keys()].sort()).to.deep.equal(['Cy@customer.dev', 'bo@customer.dev', 'di@customer.dev']);
    for (const [address, { html, text }] of inbox)
      for (const part of [html, text]) {
        const [link = '', , token = ''] =
          /(http\S+?\/(view)\/([\w-]+))/.exec(part)?.slice(1) ?? expect.fail(part);
        expect(app.deps.webVersions.open(token)).to.include({ address, contentId: null });
        const page = await show(new URL(link).pathname);
        expect(opened(page)).to.include(opened(html.replace(PIXEL, '').trimEnd()));
      }
    sink.clear();
    const [onlyText] = await send([{ html: null, text: contents.text, templateId: app.deps.ids.next() }]);
    const page = await show(pathOf(`href="${/http\S+\w/.exec(onlyText?.[1].text ?? '')?.[0]}"`));
    expect(page).to.match(
      /<pre>Open <a href="http\S+\/view\/[\w-]+" target="_blank" rel="noreferrer">http\S+<\/a>\.\n<\/pre>/,
    );
  });

  it('Sends `{{{WEB_VERSION_URL}}}` unchanged in all other mail.', async () => {
    const contents = { html: '<p>{{{WEB_VERSION_URL}}}</p>', text: '{{{WEB_VERSION_URL}}}' };
    const topicId = (await createTopic(app.pool, sender.accountId)).id;
    for (const origin of [{ topicId }, { topicId: null }]) {
      sink.clear();
      const [[, mail] = []] = await send([
        { ...contents, ...origin, tracking: { opens: false, clicks: false } },
      ]);
      expect([mail?.html.trim(), mail?.text.trim()]).to.deep.equal([contents.html, contents.text]);
    }
  });
});
