// Input of /unsubscribe-page (docs/reference/unsubscribes.md#the-settings-of-the-pages).
import Joi from 'joi';
import {
  LOGO_URL_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  PAGE_TITLE_MAX_LENGTH,
  POSTAL_ADDRESS_MAX_LENGTH,
  SENDER_NAME_MAX_LENGTH,
} from '../../../shared/contract/limits.ts';
import { UNSUBSCRIBE_PAGE_OBJECTS } from '../../../shared/contract/unsubscribe-page/objects.ts';
import { PAGE_COLOR } from '../../../shared/contract/unsubscribe-page/values.ts';
import type { UnsubscribePageChanges } from '../../../shared/resources/messaging/unsubscribe-page/update.ts';
import { describedAs } from '../../input/described-as.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';

/** Body of PATCH /unsubscribe-page; an absent field stays, null sets the default. */
export interface UpdateUnsubscribePageInput {
  title?: string | null;
  description?: string | null;
  confirmation?: string | null;
  logo_url?: string | null;
  background_color?: string | null;
  text_color?: string | null;
  accent_color?: string | null;
  sender_name?: string | null;
  postal_address?: string | null;
  if_updated_at?: Date;
}

const text = (maxLength: number) => Joi.string().trim().max(maxLength).allow('', null);
const color = Joi.string()
  .pattern(PAGE_COLOR)
  .allow(null)
  .messages({ 'string.pattern.base': '{{#label}} must be a colour such as `#1f4fd8`' });

/** Body of PATCH /unsubscribe-page. */
export const updateUnsubscribePageInput = Joi.object<UpdateUnsubscribePageInput>(
  describedAs(UNSUBSCRIBE_PAGE_OBJECTS.UnsubscribePage, {
    title: text(PAGE_TITLE_MAX_LENGTH),
    description: text(PAGE_TEXT_MAX_LENGTH),
    confirmation: text(PAGE_TEXT_MAX_LENGTH),
    logo_url: text(LOGO_URL_MAX_LENGTH),
    background_color: color,
    text_color: color,
    accent_color: color,
    sender_name: text(SENDER_NAME_MAX_LENGTH),
    postal_address: text(POSTAL_ADDRESS_MAX_LENGTH),
    if_updated_at: ifUpdatedAt('page'),
  }),
);

/** The settings that a body changes. */
export function toPageChanges(body: UpdateUnsubscribePageInput): UnsubscribePageChanges {
  return {
    title: textOf(body.title),
    description: textOf(body.description),
    confirmation: textOf(body.confirmation),
    logoUrl: textOf(body.logo_url),
    backgroundColor: colorOf(body.background_color),
    textColor: colorOf(body.text_color),
    accentColor: colorOf(body.accent_color),
    senderName: textOf(body.sender_name),
    postalAddress: textOf(body.postal_address),
  };
}

/** A text without characters is none. */
const textOf = (given: string | null | undefined) => (given === '' ? null : given);
const colorOf = (given: string | null | undefined) => given?.toLowerCase() ?? given;
