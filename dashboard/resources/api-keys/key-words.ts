// Words about API keys that their list and their record share.
import type { ApiKeyItem } from '../../api/generated/types.ts';

/** The permission of a key, in words. */
export function permissionWords(permission: ApiKeyItem['permission']): string {
  return permission === 'full_access' ? 'Full access' : 'Sending access';
}

/** Whether the time of a key is over. */
export function isExpired({ expires_at }: Pick<ApiKeyItem, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && new Date(expires_at) <= now;
}
