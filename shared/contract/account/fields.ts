// Descriptions of the fields and parameters of account (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const ACCOUNT_FIELDS: FieldDescriptions = {};
