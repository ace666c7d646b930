// What the lists of campaigns ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The campaigns. */
export const CAMPAIGNS = { operation: 'listCampaigns', filters: ['q', 'status'] } as const satisfies ListSpec;

/** Where they are, below /app: a record is below it. */
export const CAMPAIGNS_PATH = '/campaigns';

/** Where a draft is written. */
export function editPath(id: string): string {
  return `${CAMPAIGNS_PATH}/${id}/edit`;
}
