// The ids of what factories insert. All of them share one generator, because only within a generator each id is greater
// than the one before; two of them may swap the order of rows that are made in one millisecond.
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';

export const factoryIds = createIds(createSystemClock());
