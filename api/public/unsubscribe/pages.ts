// What the unsubscribe and preference pages say: the question, the result, the choices, the undo
// (docs/reference/unsubscribes.md).
import { escapeAttribute, escapeHtml } from '../../../shared/platform/security/escape-html.ts';
import { trackingOf } from '../../../shared/resources/audience/tracking-refusals/refusals.ts';
import { type Decided, undoOf } from '../../../shared/resources/messaging/preferences/decide.ts';
import type { PersonDecision } from '../../../shared/resources/messaging/preferences/decision.ts';
import type { OfferedTopic, Preferences } from '../../../shared/resources/messaging/preferences/find.ts';
import { maskAddress } from '../../../shared/resources/messaging/preferences/mask-address.ts';
import { PREFERENCES_PATH } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import type { UnsubscribePage } from '../../../shared/resources/messaging/unsubscribe-page/unsubscribe-page.ts';
import { receiverPage } from '../appearance/page.ts';
import { type AccountPage, accountPage, isolated } from './layout.ts';
import { EVERYTHING, type SubmittedForm } from './read-form.ts';

/** The owner of the page. */
export interface PageOwner {
  address: string;
  /** The email had a topic. */
  hasTopic: boolean;
  token: string;
  settings: UnsubscribePage;
}

const DEFAULT_CONFIRMATION = 'Emails that are already on their way may still arrive.';
/** True of mail without a topic, campaign or automation, which an unsubscribe never holds back. */
const STILL_SENT = 'Essential emails, such as receipts, may still arrive.';

/** The page that asks whether to unsubscribe. It changes nothing, because mail filters open links too. */
export function renderQuestion(owner: PageOwner, preferences: Preferences): AccountPage {
  const { topic, unsubscribed } = preferences;
  const isGone = owner.hasTopic && !topic;
  const isAsked = !unsubscribed && topic?.subscription !== 'opt_out';
  const from = topic ? topicOf(owner, topic.name) : `<strong>all emails from ${senderOf(owner)}</strong>`;
  const parts = [
    intro(owner, 'Unsubscribe'),
    isGone && !unsubscribed ? '<p>The topic of this email no longer exists.</p>' : '',
    isAsked
      ? `<p class="question">Unsubscribe <strong>${maskedOf(owner)}</strong> from ${from}?</p>
${topic ? '' : `<p>${STILL_SENT}</p>`}
${form('unsubscribe', [['from', topic?.id ?? EVERYTHING]], '<button class="filled">Unsubscribe</button>')}`
      : `<p class="question">${stateOf(owner, preferences)}</p>`,
    moreLink(owner, topic || !isAsked ? 'Choose which emails you receive' : 'See all choices'),
  ];
  return accountPage(owner.settings, 'Unsubscribe', join(parts));
}

/** The answer to the form of the question, or to the undo. */
export function renderResult(
  owner: PageOwner,
  decided: Decided,
  action: SubmittedForm['action'],
): AccountPage {
  const title = action === 'undo' ? 'Undone' : 'Unsubscribed';
  const parts = [
    intro(owner, title),
    note(owner, decided, action),
    moreLink(owner, 'Choose which emails you receive'),
  ];
  return accountPage(owner.settings, title, join(parts));
}

/**
 * The page of all choices.
 * @param submitted what a form has changed; undefined: the page was opened
 */
export function renderPreferences(
  owner: PageOwner,
  preferences: Preferences,
  submitted?: { decided: Decided; action: SubmittedForm['action'] },
): AccountPage {
  const title = 'Email preferences';
  const { unsubscribed, topics } = preferences;
  // The note about it has an undo.
  const isSaid = submitted && submitted.decided.before.unsubscribed !== unsubscribed;
  const parts = [
    intro(owner, title),
    `<p>Choose what <strong>${maskedOf(owner)}</strong> receives from ${senderOf(owner)}.</p>`,
    submitted ? note(owner, submitted.decided, submitted.action) : '',
    unsubscribed && !isSaid
      ? `<div class="note"><p>${stateOf(owner, preferences)}</p>
${form('resubscribe', [], '<button class="filled">Receive emails again</button>')}</div>`
      : '',
    topics.length > 0 ? topicsForm(topics, unsubscribed) : '',
    measuring(owner, preferences),
    unsubscribed ? '' : leaveEverything(owner),
  ];
  return accountPage(owner.settings, title, join(parts));
}

/** The page of a link whose account no longer exists. */
export const SENDER_GONE_PAGE = receiverPage('This sender no longer exists', [
  '<p>The account that sent this email was closed. It no longer sends you email, and its data about you is deleted.</p>',
]);

/** The page of a link that was changed. */
export const BROKEN_LINK_PAGE = receiverPage('This link does not work', [
  '<p>The link is incomplete or was changed. Open it again from the email.</p>',
]);

/** The page that a link of a copy for everybody opens: a web version that anyone may read. */
export const NO_RECIPIENT_PAGE = receiverPage('This link is not yours', [
  '<p>It comes from a public copy of the email. Use the link in the email that you received.</p>',
]);

function intro({ settings: { title, description } }: PageOwner, defaultTitle: string): string {
  const text = description === null ? '' : `\n<p class="text">${escapeHtml(description)}</p>`;
  return `<h1>${escapeHtml(title ?? defaultTitle)}</h1>${text}`;
}

/** Describes what the address receives, in one sentence. */
function stateOf(owner: PageOwner, { unsubscribed, topic }: Preferences): string {
  const address = `<strong>${maskedOf(owner)}</strong>`;
  if (unsubscribed) return `${address} is unsubscribed from all emails from ${senderOf(owner)}.`;
  if (topic?.subscription === 'opt_out')
    return `${address} is unsubscribed from ${topicOf(owner, topic.name)}.`;
  return `${address} is subscribed to emails from ${senderOf(owner)}.`;
}

/** The note about the change of a form, and how to undo it. Screen readers read it when the page opens. */
function note(owner: PageOwner, decided: Decided, action: SubmittedForm['action']): string {
  const undo = undoOf(decided);
  const lines = undo ? changesOf(owner, decided) : [`Nothing was changed. ${stateOf(owner, decided.after)}`];
  const confirmation = owner.settings.confirmation ?? DEFAULT_CONFIRMATION;
  const texts = [
    ...lines.map((line) => `<p>${line}</p>`),
    decided.isLimited
      ? '<p>You changed this too often. You can still unsubscribe now, or subscribe again tomorrow.</p>'
      : '',
    action === 'unsubscribe' ? `<p class="text">${escapeHtml(confirmation)}</p>` : '',
    undo && action !== 'undo' ? undoForm(undo) : '',
  ];
  return `<div class="note" role="status">\n${join(texts)}\n</div>`;
}

function changesOf(owner: PageOwner, { before, after }: Decided): string[] {
  const address = `<strong>${maskedOf(owner)}</strong>`;
  const now = new Map(after.topics.map(({ id, subscription }) => [id, subscription]));
  const changed = before.topics.filter(({ id, subscription }) => now.get(id) !== subscription);
  const namesOf = (subscription: OfferedTopic['subscription']) =>
    changed
      .filter(({ id }) => now.get(id) === subscription)
      .map(({ name }) => isolated(name))
      .join(', ');
  const gained = namesOf('opt_in');
  const lost = namesOf('opt_out');
  const sender = senderOf(owner);
  const isMeasuredOtherwise = before.refusesTracking !== after.refusesTracking;
  const measured = after.refusesTracking ? 'are no longer tracked' : 'can be tracked again';
  return [
    !before.unsubscribed && after.unsubscribed
      ? `${address} is now unsubscribed from all emails from ${sender}.`
      : '',
    before.unsubscribed && !after.unsubscribed ? `${address} receives emails from ${sender} again.` : '',
    gained && `${address} now receives ${gained}${ofSender(owner)}.`,
    lost && `${address} no longer receives ${lost}${ofSender(owner)}.`,
    isMeasuredOtherwise ? `Opens and clicks of ${address} ${measured}.` : '',
  ].filter(Boolean);
}

function undoForm({ unsubscribed, refusesTracking, choices }: PersonDecision): string {
  const fields: [string, string][] = [...(choices ?? [])].map(([id, subscription]) => [subscription, id]);
  if (unsubscribed !== undefined) fields.push(['unsubscribed', String(unsubscribed)]);
  if (refusesTracking !== undefined) fields.push(['tracking', trackingOf(refusesTracking)]);
  return form('undo', fields, '<button>Undo</button>');
}

/** A person who is unsubscribed from everything must undo that first; the choices would have no effect. */
function topicsForm(topics: readonly OfferedTopic[], isDisabled: boolean): string {
  const rows = topics.map(({ id, name, description, subscription }) => {
    const about = description === null ? '' : `<small id="about-${id}">${isolated(description)}</small>`;
    const describedBy = description === null ? '' : ` aria-describedby="about-${id}"`;
    const checked = subscription === 'opt_in' ? ' checked' : '';
    return `<label class="choice"><input type="checkbox" name="topic" value="${id}"${checked}${describedBy}>
<span>${isolated(name)}</span>${about}</label>`;
  });
  const shown = topics.map(({ id }): [string, string] => ['shown', id]);
  const save = isDisabled ? '' : '<button class="filled">Save</button>';
  const hint = isDisabled ? '<p>These choices apply when you receive emails again.</p>\n' : '';
  return form(
    'save',
    shown,
    `<fieldset${isDisabled ? ' disabled' : ''}><legend>Topics</legend>\n${hint}${rows.join('\n')}\n</fieldset>\n${save}`,
  );
}

/** Also for an unsubscribed person: the emails that still arrive may be measured. */
function measuring(owner: PageOwner, { refusesTracking }: Preferences): string {
  const measured = refusesTracking ? 'are not tracked' : 'can be tracked';
  const button = refusesTracking ? 'Allow tracking again' : 'Do not track what I open and click';
  const content = `<button>${button}</button>`;
  return `<section aria-labelledby="measuring"><h2 id="measuring">Opens and clicks</h2>
<p>Your opens and clicks in emails from ${senderOf(owner)} ${measured}.</p>
${form('tracking', [['tracking', trackingOf(!refusesTracking)]], content)}</section>`;
}

function leaveEverything(owner: PageOwner): string {
  const button = '<button>Unsubscribe from everything</button>';
  return `<section aria-labelledby="everything"><h2 id="everything">Stop all emails</h2>
<p>Unsubscribe from all emails from ${senderOf(owner)}. ${STILL_SENT}</p>
${form('unsubscribe', [['from', EVERYTHING]], button)}</section>`;
}

/** Without an `action` a form is sent to the URL of its page, so no token is written into the page. */
function form(action: SubmittedForm['action'], fields: readonly [string, string][], content: string): string {
  const hidden = [['action', action], ...fields]
    .map(
      ([name = '', value = '']) => `<input type="hidden" name="${name}" value="${escapeAttribute(value)}">`,
    )
    .join('');
  return `<form method="post">${hidden}\n${content}</form>`;
}

/** Relative, so that it works below any path of PUBLIC_URL. */
function moreLink({ token }: PageOwner, text: string): string {
  return `<p class="more"><a href="..${PREFERENCES_PATH}/${escapeAttribute(token)}">${text}</a></p>`;
}

function maskedOf({ address }: PageOwner): string {
  return isolated(maskAddress(address));
}

/** `Product news of Northwind` */
function topicOf(owner: PageOwner, name: string): string {
  return `<strong>${isolated(name)}</strong>${ofSender(owner)}`;
}

/** Names the sender; empty for a sender without a name, as the sentence is clear without it. */
function ofSender(owner: PageOwner): string {
  return owner.settings.senderName === null ? '' : ` of ${senderOf(owner)}`;
}

function senderOf({ settings: { senderName } }: PageOwner): string {
  return senderName === null ? 'this sender' : isolated(senderName);
}

function join(parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n');
}
