// Descriptions of the fields and parameters of audit-events (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUDIT_EVENT_FIELDS: FieldDescriptions = {};
