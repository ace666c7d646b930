// The work table of replays of many messages: a row is one replay request, until all of its messages are due.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const replaysTable = createWorkTable({ table: 'webhook_replays', key: 'id', keyType: 'uuid' });
