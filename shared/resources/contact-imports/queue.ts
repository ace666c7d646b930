// The queue that wakes workers for imports. Its ids are those of `contact_imports`.
import type { QueueDefinition } from '../../platform/queues/definition.ts';

export const contactImportQueue: QueueDefinition = {
  name: 'contact-import',
  jobName: 'import-contacts',
};
