// API keys: what their fields and parameters mean (../fields.ts tells how names are read).
import type { FieldMeanings } from '../fields.ts';

export const API_KEY_FIELDS: FieldMeanings = {
  prefix: 'The first characters of the key',
  permission: 'What the key may do',
  domain_id: 'The only domain that the key may send from; null: every one',
  last_used_at: 'When it was last used',
  expires_at: 'When it ends to be valid; null: never',
};
