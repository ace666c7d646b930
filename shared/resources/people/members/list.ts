// The list of the members of an account.
import type { List } from '../../../platform/db/list.ts';
import { type Member, SELECT_MEMBERS } from './member.ts';

export const MEMBER_LIST: List<Member> = {
  columns: '*',
  // People have an id too, so the condition on the cursor must not see it.
  from: `(${SELECT_MEMBERS}) AS members`,
  within: '"accountId"',
};
