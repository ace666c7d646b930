// Input of /suppressions (docs/reference/suppressions.md).
import Joi from 'joi';
import { SUPPRESSIONS_BATCH_MAX } from '../../../shared/contract/limits.ts';
import { SUPPRESSION_ORIGINS } from '../../../shared/contract/suppressions/values.ts';
import { parseAddressKey, parseMailboxOfQuery, parseStoredMailbox } from '../../../shared/mail/addresses.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import type { SuppressionKey } from '../../../shared/resources/audience/suppressions/find.ts';
import type { SuppressionOrigin } from '../../../shared/resources/audience/suppressions/suppression.ts';
import { ADDRESS_MESSAGE, addressInput, bareAddress } from '../../input/text-inputs.ts';
import { idOf } from '../../named-id.ts';
import { pageQuery } from '../../page.ts';
import type { PathId } from '../../route.ts';

/** Schema of the entries that a batch names. */
const batchOf = (item: Joi.Schema) => Joi.array().items(item).min(1).max(SUPPRESSIONS_BATCH_MAX).empty(null);

/** Body of POST /suppressions. */
export const createSuppressionInput = Joi.object<{ email: string }>({
  email: addressInput().required().description('The address: `email@domain`, without a name'),
});

/** Body of POST /suppressions/batch/add. */
export const addSuppressionsInput = Joi.object<{ emails: string[] }>({
  emails: batchOf(bareAddress())
    .required()
    .description('Up to 1,000 addresses: `email@domain`, without a name'),
}).messages(ADDRESS_MESSAGE);

/** Body of POST /suppressions/batch/remove: after validation exactly one of the two is set. */
export const removeSuppressionsInput = Joi.object<{ emails?: string[]; ids?: string[] }>({
  emails: batchOf(bareAddress(parseStoredMailbox)).description(
    'Up to 1,000 addresses; cannot be combined with `ids`',
  ),
  ids: batchOf(idOf('an entry')).description('Up to 1,000 ids of entries; cannot be combined with `emails`'),
})
  .xor('emails', 'ids')
  .messages({
    ...ADDRESS_MESSAGE,
    'object.xor': '`emails` and `ids` cannot be combined',
    'object.missing': 'One of `emails` and `ids` must be given',
  });

/** Query of GET /suppressions. */
export const listSuppressionsQuery = (pageQuery as Joi.ObjectSchema)
  .keys({
    origin: Joi.string()
      .valid(...SUPPRESSION_ORIGINS)
      .description('Only entries with this origin'),
    email: bareAddress(parseMailboxOfQuery).description('Only the entry of this address'),
  })
  .messages(ADDRESS_MESSAGE) as Joi.ObjectSchema<
  PageRequest & { origin?: SuppressionOrigin; email?: string }
>;

/** An entry in a path: by its id, or by its address in any spelling. */
export const suppressionPathId: PathId = {
  of: 'Suppression',
  description: 'Id of the entry, or its address',
  isId: (text) => isUuidV7(text) || parseAddressKey(text, parseStoredMailbox) !== undefined,
};

/** Reads what `suppressionPathId` has accepted. */
export function readSuppressionKey(text: string): SuppressionKey {
  return isUuidV7(text) ? { id: text } : { address: parseAddressKey(text, parseStoredMailbox) ?? text };
}
