// Input of /emails/receiving: the joi schemas of queries (docs/reference/receiving.md).
import Joi from 'joi';
import { HTML_FORMATS } from '../../../shared/contract/receiving/values.ts';
import type { ReceivedFilters } from '../../../shared/resources/messaging/receiving/list.ts';
import { type TimeBounds, timeBounds } from '../../input/read-time.ts';
import { idOf } from '../../named-id.ts';
import { objectOfParameters } from '../../near-misses/object-schema.ts';
import { type OpenPageRequest, openPageQuery } from '../../page.ts';

/** How HTML refers to the images of its message. */
export type HtmlFormat = (typeof HTML_FORMATS)[number];

/** Query of GET /emails/receiving, as the client wrote it. */
export type ListReceivedQuery = OpenPageRequest &
  Pick<ReceivedFilters, 'to' | 'from' | 'q'> &
  TimeBounds & { thread_id?: string };

/** Query of GET /emails/receiving. */
export const listReceivedQuery = (openPageQuery as Joi.ObjectSchema).keys({
  to: Joi.string().max(320).description('Only emails that were received for this address'),
  from: Joi.string().max(320).description('Only emails from this sender'),
  q: Joi.string()
    .max(200)
    .description('Only emails with this text in the subject, the sender or an address of To'),
  thread_id: idOf('a conversation').description('Only emails of this conversation'),
  ...timeBounds('Only emails received'),
}) as Joi.ObjectSchema<ListReceivedQuery>;

/** Query of GET /emails/receiving/:id. */
export const getReceivedQuery = objectOfParameters<{ html_format: HtmlFormat }>({
  html_format: Joi.string()
    .valid(...HTML_FORMATS)
    .default('data_uri')
    .description(
      '`data_uri`: images of the message become part of the HTML; `cid`: the HTML refers to them by `cid:…`, as it came',
    ),
});
