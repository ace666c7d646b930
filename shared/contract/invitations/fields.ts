// Descriptions of the fields and parameters of invitations (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const INVITATION_FIELDS: FieldDescriptions = {};
