// Descriptions of the fields and parameters of usage (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const USAGE_FIELDS: FieldDescriptions = {};
