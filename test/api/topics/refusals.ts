// What topics refuse (docs/reference/topics.md).
import { TOPIC_DESCRIPTION_MAX_LENGTH, TOPIC_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects a topic without a name or default_subscription with missing_required_field 422.',
    operation: 'createTopic',
    error: 'missing_required_field',
    bodies: [...each('name', undefined, null), ...each('default_subscription', undefined, null)],
  },
  {
    rule: 'Rejects a topic with an invalid field with validation_error 422 and names the field.',
    operation: 'createTopic',
    bodies: [
      ...each('name', 5, 'x'.repeat(TOPIC_NAME_MAX_LENGTH + 1)),
      ...each('description', 5, 'x'.repeat(TOPIC_DESCRIPTION_MAX_LENGTH + 1)),
      ...each('default_subscription', 'maybe', true),
      ...each('visibility', 'hidden', ''),
    ],
  },
  {
    rule: 'Rejects an invalid change of a topic with validation_error 422 and changes nothing.',
    operation: 'updateTopic',
    bodies: [
      ...each('name', null, ' ', 'x'.repeat(TOPIC_NAME_MAX_LENGTH + 1)),
      ...each('description', 5),
      ...each('default_subscription', null),
      ...each('visibility', null, 'hidden'),
    ],
  },
];
