// The checks of a campaign that its checklist makes in addition to those of sending: they count, measure and read. None of
// their warnings keeps a campaign from being sent.

import {
  hasUnsubscribeLink,
  withLinkParameters,
} from '../../../messaging/campaign-contents/render-campaign.ts';
import { checkBody } from '../../../messaging/checklist/body-checks.ts';
import type { ShownBody } from '../../../messaging/checklist/checked-message.ts';
import { type Finding, warningFinding } from '../../../messaging/checklist/finding.ts';
import { checkSizeAsSent, type HtmlSizeDeps } from '../../../messaging/checklist/html-size.ts';
import { checkValues } from '../../../messaging/checklist/value-checks.ts';
import type { Tracking } from '../../../messaging/emails/email.ts';
import { isClosed } from '../../../messaging/polls/find-for-vote.ts';
import { type AudienceNumbers, INACTIVE_DAYS } from './audience-numbers.ts';
import { checkEachMessage, type PreparedCampaign, type PreparedMessage } from './prepare.ts';
import { measuredOf, type SendingDomains } from './senders.ts';
import { checkManualTest, checkMonth, checkTestSize } from './sending-checks.ts';

/** A campaign with all that its checklist looks at. */
export interface WholeCampaign extends PreparedCampaign {
  /** Undefined: counting took too long. */
  numbers: AudienceNumbers | undefined;
  /** Emails of this month that are left to campaigns. */
  month: number;
  domains: SendingDomains;
  /** What its messages show; a message that cannot be rendered shows nothing. */
  bodies: ReadonlyMap<PreparedMessage, readonly ShownBody[]>;
}

/** A check of a campaign. */
type WholeCheck = (
  campaign: WholeCampaign,
  deps: HtmlSizeDeps,
) => readonly Finding[] | Promise<readonly Finding[]>;

const CHECKS: readonly WholeCheck[] = [
  checkNumbers,
  checkTest,
  checkLackedValues,
  checkSize,
  checkBodies,
  checkPollEnd,
  checkUnsubscribing,
  checkPostalAddress,
  checkDmarc,
  checkActivity,
];

/** The part of an audience that may be inactive. */
const INACTIVE_PART = 0.2;
const NOT_COUNTED = 'How many was not counted: it takes longer than 5 seconds.';

export async function findOtherFaults(campaign: WholeCampaign, deps: HtmlSizeDeps): Promise<Finding[]> {
  const found = await Promise.all(CHECKS.map((check) => check(campaign, deps)));
  return found.flat();
}

/** The quota is that of the present month, so it is asked of what is not scheduled. */
function checkNumbers({ campaign, numbers, month }: WholeCampaign): Finding[] {
  if (!numbers || campaign.status !== 'draft') return [];
  return [...checkTestSize(campaign, numbers.sendable), ...checkMonth({ month }, numbers.sendable)];
}

function checkTest(whole: WholeCampaign): Finding[] {
  const measured = whole.messages.map((message) => measuredOfMessage(whole, message));
  const opens = measured.some((each) => each.opens);
  return checkManualTest(whole.campaign, { opens, clicks: measured.some((each) => each.clicks) });
}

function measuredOfMessage({ campaign, domains }: WholeCampaign, { from }: PreparedMessage): Tracking {
  return measuredOf(campaign, domains.of(from));
}

function checkLackedValues(whole: WholeCampaign): Finding[] {
  const { numbers } = whole;
  return checkEachMessage(whole, ({ made }) =>
    made ? checkValues(made.checked, numbers?.countOf ?? (() => undefined), numbers ? '' : NOT_COUNTED) : [],
  );
}

/** Of the longest mail to a contact. */
async function checkSize(whole: WholeCampaign, deps: HtmlSizeDeps): Promise<Finding[]> {
  const { campaign, samples, domains, messages } = whole;
  const found = new Map<PreparedMessage, readonly Finding[]>();
  for (const message of messages) {
    const longest = longestOf(message, whole);
    if (!message.made || !longest) continue;
    const content = message.made.frozen;
    const { html } = await withLinkParameters({ html: longest.html }, content);
    found.set(
      message,
      await checkSizeAsSent(
        {
          ...{ accountId: campaign.accountId, topicId: campaign.topicId, source: 'campaign' },
          ...{ templateId: content.templateId, previewText: longest.previewText, html: html ?? '' },
          ...{ poll: content.poll, rendered: { sourceId: content.id, data: {} } },
          tracking: measuredOfMessage(whole, message),
          domain: { trackingHost: domains.of(message.from)?.trackingHost ?? null },
          address: longest.address ?? samples.anyone.email,
        },
        deps,
      ),
    );
  }
  return checkEachMessage(whole, (message) => found.get(message) ?? []);
}

interface LongestMail {
  html: string;
  previewText: string | null;
  address: string | undefined;
}

function longestOf({ made }: PreparedMessage, { samples }: WholeCampaign): LongestMail | undefined {
  const mails = (made?.checked.samples ?? []).map(({ rendered, isContact }, place) => ({
    ...{ html: rendered?.sent.html ?? '', previewText: rendered?.previewText ?? null },
    ...{ address: samples.contacts[place]?.email, isContact },
  }));
  const ofContacts = mails.filter(({ isContact }) => isContact);
  const [longest] = (ofContacts.length > 0 ? ofContacts : mails).sort(
    (a, b) => b.html.length - a.html.length,
  );
  return longest?.html ? longest : undefined;
}

function checkBodies(whole: WholeCampaign): Finding[] {
  return checkEachMessage(whole, (message) => {
    const source = message.made?.checked.source;
    return source ? (whole.bodies.get(message) ?? []).flatMap((body) => checkBody(body, source)) : [];
  });
}

/** A copy has the end of the poll that it was copied from. */
function checkPollEnd(whole: WholeCampaign): Finding[] {
  const { campaign, now } = whole;
  return checkEachMessage(whole, ({ made }) => {
    const end = made?.frozen.poll?.closesAt ?? null;
    const closesAt = end === null ? null : new Date(end);
    if (!isClosed({ closesAt }, campaign.scheduledAt ?? now)) return [];
    const message = `The poll ends at ${end}, before the campaign is sent, so no vote counts.`;
    return [warningFinding('poll_closed', message, { field: 'poll' })];
  });
}

function checkUnsubscribing(whole: WholeCampaign): Finding[] {
  return checkEachMessage(whole, (message) =>
    (whole.bodies.get(message) ?? []).flatMap(({ rendered }) =>
      (['html', 'text'] as const).flatMap((field) => {
        const body = rendered[field];
        if (!body || hasUnsubscribeLink(body)) return [];
        const text = `\`${field}\` has no link to unsubscribe, so a footer with one is added.`;
        return [warningFinding('unsubscribe_link_missing', text, { field })];
      }),
    ),
  );
}

/** A footer has it; a body with an unsubscribe link of its own gets no footer. */
function checkPostalAddress(whole: WholeCampaign): Finding[] {
  return checkEachMessage(whole, (message) => {
    const address = message.made?.frozen.postalAddress;
    if (!message.made) return [];
    if (!address) {
      const text =
        'The account has no postal address, which laws ask for in mail to many: PATCH /unsubscribe-page.';
      return [warningFinding('postal_address_missing', text)];
    }
    const bodies = whole.bodies.get(message) ?? [];
    if (bodies.every((body) => showsAddress(body, address))) return [];
    const text =
      'The mail has an unsubscribe link of its own, so no footer is added, and does not show the postal address.';
    return [warningFinding('postal_address_missing', text)];
  });
}

function showsAddress({ rendered: { html, text }, shown }: ShownBody, address: string): boolean {
  const body = html ?? text ?? '';
  if (!hasUnsubscribeLink(body)) return true;
  const [beginning = ''] = address.split('\n');
  return flat(shown?.text ?? body).includes(flat(beginning));
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

function checkDmarc({ domains }: WholeCampaign): Finding[] {
  return domains.all
    .filter(({ lacksDmarc }) => lacksDmarc)
    .map(({ name }) => {
      const text = `The domain ${name} has no DMARC record that receivers can use: large providers ask for one of those who send to many.`;
      return warningFinding('dmarc_missing', text, { field: 'from' });
    });
}

/** Where neither opens nor clicks are measured, no opens are known. */
function checkActivity(whole: WholeCampaign): Finding[] {
  const { numbers, messages } = whole;
  const measured = messages.map((message) => measuredOfMessage(whole, message));
  if (!numbers || !measured.some(({ opens, clicks }) => opens || clicks)) return [];
  const { sendable, inactive: count } = numbers;
  if (count <= sendable * INACTIVE_PART) return [];
  const percent = Math.round((count / sendable) * 100);
  const text = `${count} contacts (${percent} %) have got measured mail for two weeks or longer and opened none in ${INACTIVE_DAYS} days. Mailbox providers take mail to people who never open it for unwanted.`;
  return [warningFinding('audience_inactive', text, { count })];
}
