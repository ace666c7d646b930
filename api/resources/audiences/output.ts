// JSON forms of audiences (docs/reference/audiences.md#the-audience-record).
import type { Audience } from '../../../shared/resources/audience/audiences/audience.ts';

/** An item of GET /audiences. */
export function toAudienceItem({ id, name, isDefault, createdAt }: Audience) {
  return { id, name, default: isDefault, created_at: createdAt.toISOString() };
}

/** The answer of POST /audiences and GET /audiences/:id. */
export function toAudience(audience: Audience) {
  return { object: 'audience', ...toAudienceItem(audience) };
}
