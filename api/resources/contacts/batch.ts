// POST /contacts/batch: creates or updates up to 1,000 contacts (docs/reference/contacts.md#post-contactsbatch).
import Joi from 'joi';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { CONTACT_BATCH_BODY_MAX_BYTES, CONTACT_BATCH_MAX } from '../../../shared/contract/limits.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { describeRefused, type RefusedItem } from '../../../shared/contract/refused-items.ts';
import type { ContactConflictMode } from '../../../shared/resources/audience/contact-fields/contact.ts';
import { type SavedContact, saveContacts } from '../../../shared/resources/audience/contacts/save/save.ts';
import { type BatchMode, batchModeOf, readBatchItems } from '../../batch-items.ts';
import { readLargeJsonBody } from '../../body/read-large-json-body.ts';
import { timelineActorOf } from '../../caller.ts';
import { VALIDATION_HEADER } from '../../idempotency.ts';
import { type Call, type Resource, route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { batchContactInput, conflictMode, createProperties, newAudienceId, toContactInput } from './input.ts';
import { toSavedContact } from './output.ts';

/** The body, except for the contacts. */
interface BatchOptions {
  contacts: unknown[];
  audience_id?: string;
  on_conflict: ContactConflictMode;
  create_properties?: boolean;
}

const contacts = Joi.array().items(batchContactInput).min(1).max(CONTACT_BATCH_MAX);
const options = {
  audience_id: newAudienceId,
  on_conflict: conflictMode.default('update'),
  create_properties: createProperties,
};
/** The contacts are validated one by one, because a permissive batch omits the invalid ones. */
const batchOptions = Joi.object<BatchOptions>({
  contacts: Joi.array().min(1).max(CONTACT_BATCH_MAX).empty(null).required(),
  ...options,
});

/** The body as a whole, for the description: the contacts, or an object with them. */
const batchForms = Joi.alternatives(
  Joi.object({ contacts: contacts.required().description('Up to 1,000 contacts'), ...options }),
  contacts,
);

const headers = Joi.object({
  [VALIDATION_HEADER]: Joi.string()
    .valid('strict', 'permissive')
    .description(
      '`strict`: one invalid contact rejects the whole batch. `permissive`: invalid contacts are left out and listed in `errors`',
    ),
});

/** Routes of batches. */
export const contactBatchRoutes: Resource = [
  route(OPERATIONS.batchContacts, { headers, body: { unchecked: batchForms } }, saveBatch, {
    readBody: (deps) => readLargeJsonBody(deps, CONTACT_BATCH_BODY_MAX_BYTES),
  }),
];

async function saveBatch({ deps, caller, request }: Pick<Call, 'deps' | 'caller' | 'request'>) {
  const body: unknown = request.body;
  const given = validate(batchOptions, Array.isArray(body) ? { contacts: body } : body);
  const mode = batchModeOf(request);
  const { items, refused } = await readBatchItems(batchContactInput, given.contacts, mode);
  if (items.length === 0) throw refuseAll(refused);
  const order = {
    accountId: caller.accountId,
    audienceId: given.audience_id,
    inputs: items.map(({ input }) => toContactInput(input)),
    mode: given.on_conflict,
    createProperties: given.create_properties,
    batch: mode,
    now: deps.clock.now(),
    by: timelineActorOf(caller),
  };
  return await saveContacts(deps, order, (_client, saved) => {
    const indexes = items.map(({ index }) => index);
    return answerBatch(mode, saved, indexes, refused);
  });
}

/** @throws DomainError `validation_error` when nothing was saved, which rolls the transaction back */
function answerBatch(
  mode: BatchMode,
  saved: readonly SavedContact[],
  indexes: readonly number[],
  invalid: readonly RefusedItem[],
) {
  const refused = saved.flatMap((each, place) =>
    each instanceof DomainError ? [{ index: indexes[place] ?? place, error: each }] : [],
  );
  const data = saved.flatMap((each) => (each instanceof DomainError ? [] : [toSavedContact(each)]));
  if (mode === 'strict') return { data };
  const all = [...invalid, ...refused].sort((a, b) => a.index - b.index);
  if (data.length === 0) throw refuseAll(all);
  return { data, errors: describeRefused(all) };
}

function refuseAll(refused: readonly RefusedItem[]): DomainError {
  return new DomainError('validation_error', 'None of the contacts can be saved. Nothing was changed.', {
    details: { errors: describeRefused(refused) },
  });
}
