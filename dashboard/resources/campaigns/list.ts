// What the lists of campaigns ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The campaigns. */
export const CAMPAIGNS = { operation: 'listCampaigns', filters: ['q', 'status'] } as const satisfies ListSpec;

/** The path of the list, below /app; records are below it. */
export const CAMPAIGNS_PATH = '/campaigns';

/** The path of the editor. */
export function editPath(id: string): string {
  return `${CAMPAIGNS_PATH}/${id}/edit`;
}
