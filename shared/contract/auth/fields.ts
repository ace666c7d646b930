// Descriptions of the fields and parameters of auth (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTH_FIELDS: FieldDescriptions = {};
