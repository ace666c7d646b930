// The field `tracking` of a send: the measurements of this mail, which replace those of its domain
// (docs/reference/emails.md#tracking).
import Joi from 'joi';
import { objectOfFields } from '../../near-misses/object-schema.ts';

/** The choice of a client; the domain decides about absent fields. */
export interface TrackingChoice {
  opens?: boolean;
  clicks?: boolean;
}

const NAMES: readonly string[] = ['opens', 'clicks'] satisfies (keyof TrackingChoice)[];

const flag = Joi.boolean().strict().empty(null);

/** Schema of the field. An unknown name in it is refused, because mail would be measured that was not to be. */
export const trackingField = objectOfFields<TrackingChoice>({
  opens: flag.description('Whether opens are tracked'),
  clicks: flag.description('Whether clicks are tracked'),
})
  .custom((value: TrackingChoice, { original, error }) => {
    const unknown = Object.keys(original as object).find((name) => !NAMES.includes(name));
    return unknown === undefined ? value : error('tracking.unknown', { unknown });
  })
  .empty(null)
  .description('What to track in this email. An absent field follows the domain');

/** Messages of its faults. */
export const TRACKING_MESSAGES = {
  'tracking.unknown': '{{#label}} can only have `opens` and `clicks`; it has `{{#unknown}}`',
};
