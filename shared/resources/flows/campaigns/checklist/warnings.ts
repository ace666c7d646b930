// The checks that only the checklist of a campaign makes: they count, measure and read. What they find keeps no campaign from
// being sent.
import {
  hasUnsubscribeLink,
  withLinkParameters,
} from '../../../messaging/campaign-contents/render-campaign.ts';
import { checkBody } from '../../../messaging/checklist/body-checks.ts';
import type { ShownBody } from '../../../messaging/checklist/checked-message.ts';
import { checkValues } from '../../../messaging/checklist/value-checks.ts';
import type { Tracking } from '../../../messaging/emails/email.ts';
import { isClosed } from '../../../messaging/polls/find-for-vote.ts';
import { INACTIVE_DAYS } from './audience-numbers.ts';
import type { FoundFaults, InspectedCampaign, InspectedMessage } from './campaign-check.ts';
import { measuredOf } from './senders.ts';

/** The part of an audience that may be inactive. */
const INACTIVE_PART = 0.2;
const NOT_COUNTED = 'The number is not known: counting takes longer than 5 seconds.';

/** A person who decides a test must be able to see its results. */
export function checkManualTest(seen: InspectedCampaign): FoundFaults {
  return seen.test?.winnerMetric === 'manual' && !isMeasured(seen)
    ? 'The campaign tests variants, but neither opens nor clicks are tracked.'
    : undefined;
}

function isMeasured(seen: InspectedCampaign): boolean {
  return seen.messages.some((message) => Object.values(measuredIn(message, seen)).includes(true));
}

function measuredIn({ content }: InspectedMessage, { campaign, senders }: InspectedCampaign): Tracking {
  return measuredOf(campaign, senders.of(content.from));
}

export function checkLackedValues({ made }: InspectedMessage, { numbers }: InspectedCampaign): FoundFaults {
  return made && checkValues(made.checked, numbers?.countOf ?? (() => undefined), numbers ? '' : NOT_COUNTED);
}

/** Checks the longest mail to a contact. */
export async function checkHtmlSizes(
  message: InspectedMessage,
  seen: InspectedCampaign,
): Promise<FoundFaults> {
  const { campaign, samples, senders, checkSize } = seen;
  const longest = longestOf(message, seen);
  if (!message.made || !longest) return undefined;
  const content = message.made.frozen;
  const { html } = await withLinkParameters({ html: longest.html }, content);
  return await checkSize({
    accountId: campaign.accountId,
    topicId: campaign.topicId,
    source: 'campaign',
    templateId: content.templateId,
    previewText: longest.previewText,
    html: html ?? '',
    poll: content.poll,
    rendered: { sourceId: content.id, data: {} },
    tracking: measuredIn(message, seen),
    domain: { trackingHost: senders.of(message.content.from)?.trackingHost ?? null },
    address: longest.address ?? samples.anyone?.email ?? '',
  });
}

interface LongestMail {
  html: string;
  previewText: string | null;
  address: string | undefined;
}

function longestOf({ made }: InspectedMessage, { samples }: InspectedCampaign): LongestMail | undefined {
  const mails = (made?.checked.samples ?? []).map(({ rendered, isContact }, place) => ({
    html: rendered?.sent.html ?? '',
    previewText: rendered?.previewText ?? null,
    address: samples.contacts[place]?.email,
    isContact,
  }));
  const ofContacts = mails.filter(({ isContact }) => isContact);
  const [longest] = (ofContacts.length > 0 ? ofContacts : mails).sort(
    (a, b) => b.html.length - a.html.length,
  );
  return longest?.html ? longest : undefined;
}

const bodiesOf = (message: InspectedMessage, { bodies }: InspectedCampaign) => bodies.get(message) ?? [];

export function checkBodies(message: InspectedMessage, seen: InspectedCampaign): FoundFaults {
  const source = message.made?.checked.source;
  return source && bodiesOf(message, seen).flatMap((body) => checkBody(body, source));
}

/** A copy has the end of the poll that it was copied from. */
export function checkPollEnd({ made }: InspectedMessage, { campaign, now }: InspectedCampaign): FoundFaults {
  const end = made?.frozen.poll?.closesAt ?? null;
  const closesAt = end === null ? null : new Date(end);
  return isClosed({ closesAt }, campaign.scheduledAt ?? now)
    ? `The poll ends at ${end}, before the campaign is sent, so votes will not count.`
    : undefined;
}

export function checkUnsubscribing(message: InspectedMessage, seen: InspectedCampaign): FoundFaults {
  return bodiesOf(message, seen).flatMap(({ rendered }) =>
    (['html', 'text'] as const)
      .filter((field) => rendered[field] && !hasUnsubscribeLink(rendered[field]))
      .map((field) => ({
        message: `\`${field}\` has no unsubscribe link, so Posthorn adds a footer with one.`,
        field,
      })),
  );
}

/** A footer has it; a body with an unsubscribe link of its own gets no footer. */
export function checkPostalAddress(message: InspectedMessage, seen: InspectedCampaign): FoundFaults {
  if (!message.made) return undefined;
  const address = message.made.frozen.postalAddress;
  if (!address)
    return 'The account has no postal address. Many laws require one in bulk mail: add it with PATCH /unsubscribe-page.';
  return bodiesOf(message, seen).every((body) => showsAddress(body, address))
    ? undefined
    : 'The content has its own unsubscribe link, so Posthorn adds no footer, but it does not show the postal address.';
}

function showsAddress({ rendered: { html, text }, shown }: ShownBody, address: string): boolean {
  const body = html ?? text ?? '';
  if (!hasUnsubscribeLink(body)) return true;
  const [beginning = ''] = address.split('\n');
  return flat(shown?.text ?? body).includes(flat(beginning));
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

export function checkDmarc({ senders }: InspectedCampaign): FoundFaults {
  return senders.all
    .filter(({ lacksDmarc }) => lacksDmarc)
    .map(
      ({ name }) =>
        `The domain ${name} has no usable DMARC record. Large mailbox providers require one from bulk senders.`,
    );
}

/** If neither opens nor clicks are measured, no opens are known. */
export function checkActivity(seen: InspectedCampaign): FoundFaults {
  if (!seen.numbers || !isMeasured(seen)) return undefined;
  const { sendable, inactive: count } = seen.numbers;
  if (count <= sendable * INACTIVE_PART) return undefined;
  const percent = Math.round((count / sendable) * 100);
  const message = `${count} contacts (${percent} %) have received tracked mail for at least 2 weeks and opened none of it in ${INACTIVE_DAYS} days. Mailbox providers treat mail that people never open as unwanted.`;
  return { message, count };
}
