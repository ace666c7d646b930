// Replays of many messages are rows of work: a row is one request, until all of its messages are due.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const replaysTable = createWorkTable({ table: 'webhook_replays', key: 'id', keyType: 'uuid' });
