// Whether segments were counted again, for GET /app/changes (foundation/changes/change-mark.ts).
import { type ChangeMark, newestRows } from '../../foundation/changes/change-mark.ts';

const SEGMENTS = 50;

export const SEGMENTS_MARK: ChangeMark = {
  names: ['segments'],
  value: (account) => newestRows('segments', account, SEGMENTS),
};
