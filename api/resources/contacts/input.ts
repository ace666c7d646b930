// Input of contacts (docs/reference/contacts.md).
import Joi from 'joi';
import {
  type FieldsByColumn,
  fieldsByColumn,
  fieldsByKey,
} from '../../../shared/contract/contacts/fields.ts';
import { CONTACT_CONFLICT_MODES, CONTACT_TRACKING } from '../../../shared/contract/contacts/values.ts';
import { CONTACT_NAME_MAX_LENGTH, SEGMENTS_MAX, TOPICS_MAX } from '../../../shared/contract/limits.ts';
import { TOPIC_SUBSCRIPTIONS } from '../../../shared/contract/topics/values.ts';
import {
  addressKey,
  invisibleHint,
  parseAddressKey,
  parseMailbox,
  parseMailboxOfQuery,
  parseStoredMailbox,
} from '../../../shared/mail/addresses.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import type { ContactKey } from '../../../shared/resources/audience/contact-fields/contact.ts';
import type { ContactInput } from '../../../shared/resources/audience/contacts/save/input.ts';
import type { ContactChanges } from '../../../shared/resources/audience/contacts/update.ts';
import type { TopicSubscription } from '../../../shared/resources/audience/topics/topic.ts';
import type { ContactTracking } from '../../../shared/resources/audience/tracking-refusals/refusals.ts';
import { ifUpdatedAt } from '../../input/if-updated-at.ts';
import { ADDRESS_MESSAGE, bareAddress } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { objectOfParameters } from '../../near-misses/object-schema.ts';
import { pageQuery } from '../../page.ts';
import type { PathId } from '../../route.ts';

/** An address in its stored form: in the client's spelling, and as a key. */
export interface GivenAddress {
  address: string;
  key: string;
}

/** A topic with a choice. */
export interface GivenChoice {
  id: string;
  subscription: TopicSubscription;
}

/** Body of POST /contacts; an item of a batch has no `create_properties`. */
export interface CreateContactInput extends Partial<FieldsByColumn<string>> {
  email: GivenAddress;
  unsubscribed?: boolean;
  tracking?: ContactTracking;
  properties?: Record<string, unknown>;
  segments?: (string | { id: string })[];
  topics?: GivenChoice[];
  create_properties?: boolean;
}

/** Body of PATCH /contacts/:id. */
export interface UpdateContactInput extends Partial<FieldsByColumn<string | null>> {
  email?: GivenAddress;
  unsubscribed?: boolean;
  tracking?: ContactTracking;
  properties?: Record<string, unknown>;
  if_updated_at?: Date;
}

/** Query of a list of contacts. */
export type ListContactsQuery = PageRequest & {
  segment_id?: string;
  topic_id?: string;
  unsubscribed?: boolean;
  email?: string;
  q?: string;
};

/** The address of a contact; ADDRESS_MESSAGE has the message of its refusal. */
export const contactAddress = Joi.string().custom(
  (text: string, { error }): GivenAddress | Joi.ErrorReport => {
    const mailbox = parseMailbox(text);
    if (!mailbox || mailbox.name !== undefined) return error('address.plain', { hint: invisibleHint(text) });
    return { address: mailbox.address, key: addressKey(mailbox.address) };
  },
);

/** In a new contact, an absent text and an empty one are the same. */
const newTexts = fieldsByColumn(({ title, max }) =>
  Joi.string().max(max).empty(Joi.valid('', null)).description(title),
);
/** An empty text removes the contact's, as null does. */
const changedTexts = fieldsByColumn(({ title, max }) =>
  Joi.string().max(max).allow('', null).description(`${title}; null removes it`),
);
const flag = Joi.boolean().strict().empty(null);
const tracking = Joi.string()
  .valid(...CONTACT_TRACKING)
  .empty(null);
/**
 * The schema has no keys of its own, so that joi does not change the object: a property may have any key, also
 * `__proto__`.
 */
const properties = Joi.object().empty(null);

/** The audience of new contacts. */
export const newAudienceId = idOf('an audience')
  .empty(null)
  .description('Id of the audience. Default: the default audience');
/** Whether values make properties. */
export const createProperties = flag.description(
  'Whether to create missing contact properties. Default: the setting of the account',
);
/** The treatment of contacts that exist. */
export const conflictMode = Joi.string()
  .valid(...CONTACT_CONFLICT_MODES)
  .empty(null)
  .description(
    'What happens if an address is already a contact: `update` (or `upsert`) changes the contact, `skip` leaves it unchanged',
  );

const segmentId = idOf('a segment');
const choice = Joi.object<GivenChoice>({
  id: idOf('a topic').required().description('Id of the topic'),
  subscription: Joi.string()
    .valid(...TOPIC_SUBSCRIPTIONS)
    .required()
    .description('`opt_in`: the address receives emails of the topic; `opt_out`: it does not'),
});
/** Choices of topics. */
export const choices = Joi.array().items(choice).max(TOPICS_MAX);
/** Choices in a new contact. */
export const newChoices = choices
  .empty(null)
  .description(
    'Topic subscriptions. `opt_in` applies only if the address has not chosen itself; `opt_out` always applies',
  );
/** Segments to add contacts to: their ids, or objects with the id. */
export const segmentReferences = Joi.array()
  .items(
    Joi.alternatives(segmentId, Joi.object({ id: segmentId.required().description('Id of the segment') })),
  )
  .max(SEGMENTS_MAX)
  .description('Segments to add the contact to: ids, or objects with an id');

/** An item of a batch. */
export const batchContactInput = Joi.object<CreateContactInput>({
  email: contactAddress
    .empty(Joi.valid('', null))
    .required()
    .description('The address: `email@domain`, without a name'),
  ...newTexts,
  unsubscribed: flag.description('True unsubscribes the address from everything; false changes nothing'),
  tracking: tracking.description(
    '`refused`: stops tracking opens and clicks of the address; `allowed` changes nothing',
  ),
  properties: properties.description(
    'Values of contact properties, by key. The properties must exist, unless `create_properties` creates them',
  ),
  segments: segmentReferences.empty(null),
  topics: newChoices,
}).messages(ADDRESS_MESSAGE);

/** Body of POST /audiences/:id/contacts. */
export const createContactInput = (batchContactInput as Joi.ObjectSchema).keys({
  create_properties: createProperties,
}) as Joi.ObjectSchema<CreateContactInput>;

/** Body of POST /contacts. */
export const createContactAnywhereInput = (createContactInput as Joi.ObjectSchema).keys({
  audience_id: newAudienceId,
}) as Joi.ObjectSchema<CreateContactInput & { audience_id?: string }>;

/** Body of PATCH /contacts/:id. */
export const updateContactInput = Joi.object<UpdateContactInput>({
  email: contactAddress
    .empty(null)
    .description('New address: `email@domain`, without a name. It must be unique in the audience'),
  ...changedTexts,
  unsubscribed: flag.description('True unsubscribes the address from everything; false resubscribes it'),
  tracking: tracking.description(
    '`refused`: stops tracking opens and clicks of the address; only the person can allow it again',
  ),
  properties: properties.description('Values of contact properties, by key; null removes a value'),
  if_updated_at: ifUpdatedAt('contact'),
}).messages(ADDRESS_MESSAGE);

/** Body of PATCH /contacts/:id/topics: the choices, or an object with them. */
export const updateTopicsInput = Joi.object<{ topics: GivenChoice[] }>({
  topics: choices.empty(null).required().description('The subscriptions to change'),
}).messages(ADDRESS_MESSAGE);

/** Both forms, for the description. */
export const updateTopicsForms = Joi.alternatives(updateTopicsInput, choices);

/** Query of a list of contacts. */
export const listContactsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    segment_id: segmentId.description('Only the members of this segment'),
    topic_id: idOf('a topic').description('Only contacts who receive emails of this topic'),
    unsubscribed: Joi.boolean().description(
      'Only contacts whose address has unsubscribed (true) or has not (false)',
    ),
    email: bareAddress(parseMailboxOfQuery).description('Only the contact of this address'),
    q: Joi.string()
      .max(CONTACT_NAME_MAX_LENGTH)
      .description(
        'Only contacts with this text in the address or name. Searches the 50,000 contacts nearest to the cursor',
      ),
  })
  .messages(ADDRESS_MESSAGE) as Joi.ObjectSchema<ListContactsQuery>;

/** Query of GET /contacts; below an audience its path names it. */
export const listContactsAnywhereQuery = (listContactsQuery as Joi.ObjectSchema).keys({
  audience_id: idOf('an audience').description(
    'The audience to list. Default: the audience of `segment_id`, otherwise the default audience',
  ),
}) as Joi.ObjectSchema<ListContactsQuery & { audience_id?: string }>;

/** Query of DELETE /contacts/:id. */
export const deleteContactQuery = objectOfParameters<{ erase?: boolean }>({
  erase: Joi.boolean().description(
    'True: erases the person. Deletes the contacts of the address in all audiences, and removes the address and its names from emails, events, webhook messages and logs',
  ),
});

/** A contact in a path: by its id, or by its address in any spelling. */
export const contactPathId: PathId = {
  of: 'Contact',
  description: 'Id of the contact, or its address',
  isId: (text) => isUuidV7(text) || parseAddressKey(text, parseStoredMailbox) !== undefined,
};

/** Reads what `contactPathId` has accepted. */
export function readContactKey(text: string): ContactKey {
  return isUuidV7(text) ? { id: text } : { emailKey: parseAddressKey(text, parseStoredMailbox) ?? text };
}

/** The contact of a body. @param segmentIds segments of the path */
export function toContactInput(body: CreateContactInput, segmentIds: readonly string[] = []): ContactInput {
  const { email, segments = [], topics = [] } = body;
  return {
    email: email.address,
    emailKey: email.key,
    ...fieldsByKey(({ column }) => body[column]),
    unsubscribed: body.unsubscribed ?? false,
    refusesTracking: body.tracking === 'refused',
    properties: Object.entries(body.properties ?? {}),
    segmentIds: [...segmentIds, ...segments.map((each) => (typeof each === 'string' ? each : each.id))],
    topics,
  };
}

/** The changes of a body. */
export function toContactChanges(body: UpdateContactInput): ContactChanges {
  return {
    email: body.email,
    ...fieldsByKey(({ column }) => (body[column] === '' ? null : body[column])),
    unsubscribed: body.unsubscribed,
    refusesTracking: body.tracking && body.tracking === 'refused',
    ifUpdatedAt: body.if_updated_at,
    properties: Object.entries(body.properties ?? {}),
  };
}
