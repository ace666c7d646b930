// Whether API keys were used or changed, for GET /app/changes (../changes/change-mark.ts).
import { type ChangeMark, newestRows } from '../changes/change-mark.ts';

/** More keys than people make; a use of an older one is seen with the next slow read. */
const KEYS = 20;

export const API_KEYS_MARK: ChangeMark = {
  names: ['api-keys'],
  value: (account) => newestRows('api_keys', account, KEYS),
};
