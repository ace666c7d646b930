// Descriptions of the fields and parameters of members (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const MEMBER_FIELDS: FieldDescriptions = {};
